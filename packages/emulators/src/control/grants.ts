import type { Emulators } from '../emulators.ts'
import { text, type ControlBody } from './body.ts'

/** Changes consents as users, administrators and the providers do: `{provider, do, email | client, …}`. */
export function changeGrant(emulators: Emulators, body: ControlBody): void {
  const changes =
    text(body, 'provider') === 'microsoft' ? microsoft(emulators, body) : google(emulators, body)
  const action = text(body, 'do')
  const change = Object.hasOwn(changes, action) ? changes[action] : undefined
  if (!change) throw new Error(`Known are ${Object.keys(changes).join(', ')}`)
  change()
}

type Changes = Record<string, () => void>

const flag = (body: ControlBody): boolean => body['on'] !== false
const client = (body: ControlBody): string | undefined =>
  typeof body['client'] === 'string' ? body['client'] : undefined

function google({ google: emulator }: Emulators, body: ControlBody): Changes {
  const { grants } = emulator
  return {
    revoke: () => grants.revoke(text(body, 'email'), client(body)),
    untick: () => grants.untick(text(body, 'email'), text(body, 'scope')),
    'change-password': () => grants.changePassword(text(body, 'email')),
    'ask-for-sign-in': () => grants.askForSignIn(text(body, 'email')),
    'expire-access': () => grants.expireAccess(text(body, 'email')),
    testing: () => emulator.setTesting(text(body, 'client'), flag(body)),
  }
}

function microsoft({ microsoft: emulator }: Emulators, body: ControlBody): Changes {
  const { grants } = emulator
  return {
    revoke: () => grants.revoke(text(body, 'email'), client(body)),
    untick: () => grants.untick(text(body, 'email'), text(body, 'scope')),
    'change-password': () => grants.changePassword(text(body, 'email')),
    expire: () => grants.expire(text(body, 'email')),
    'expire-access': () => grants.expireAccess(text(body, 'email')),
    'require-mfa': () => grants.require(text(body, 'email'), flag(body) ? 'mfa' : undefined),
    'conditional-access': () =>
      grants.require(text(body, 'email'), flag(body) ? 'conditional-access' : undefined),
    disable: () => grants.require(text(body, 'email'), flag(body) ? 'disabled' : undefined),
    challenge: () => grants.require(text(body, 'email'), flag(body) ? 'claims' : undefined),
    'need-admin-consent': () => grants.needAdminConsent(text(body, 'email'), flag(body)),
    'expire-secret': () => grants.expireSecret(text(body, 'client'), flag(body)),
    'unlist-permissions': () => grants.unlistPermissions(text(body, 'client'), flag(body)),
    'watch-reuse': () => grants.watchReuse(text(body, 'client'), flag(body)),
  }
}
