import type { GrantFailure, ScopeName, ScopeNeed } from '../../providers/contract/index.ts'
import { screenName } from './names.ts'
import type { ProviderName } from './names.ts'

/** A problem and its remedy. */
export interface Explanation {
  sentence: string
  advice: string
}

/** Explains why a sign-in or a stored grant failed, for the person who can act on it. */
export function failureSentence(provider: ProviderName, failure: GrantFailure): Explanation {
  const name = screenName[provider]
  const again = 'Try again.'
  switch (failure.kind) {
    case 'expired-grant':
      return {
        sentence: `${name} does not accept this sign-in any more${quoted(failure.said)}.`,
        advice: again,
      }
    case 'missing-scope':
      return {
        sentence: `${name} did not give permission to ${listed(failure.names)}.`,
        advice: `Sign in again and ${boxAdvice(provider)}`,
      }
    case 'wrong-client':
      return clientExplanation(name, failure.what, failure.said)
    case 'wrong-tenant':
      return tenantExplanation(failure.what)
    case 'consent-needed':
      return failure.from === 'user'
        ? {
            sentence: `${name} asks for consent that was not given yet.`,
            advice: 'Sign in again and accept everything that is asked for.',
          }
        : {
            sentence: `The organisation of this mailbox does not let plMail in${quoted(failure.said)}.`,
            advice: `Ask the organisation’s ${name} administrator to approve plMail.`,
          }
    case 'declined':
      return { sentence: `You did not let plMail in at ${name}. Nothing was connected.`, advice: again }
    case 'throttled':
      return { sentence: `${name} asks to come back later.`, advice: 'Try again in a few minutes.' }
    case 'unreachable':
      return { sentence: `${name} cannot be reached right now.`, advice: 'Try again in a few minutes.' }
    case 'refused':
      return { sentence: `${name} refused the sign-in${quoted(failure.said)}.`, advice: again }
  }
}

const quoted = (serverText: string) =>
  serverText === '' ? '' : `. It said: “${serverText.replace(/[.\s]+$/, '')}”`

function clientExplanation(
  name: string,
  what: Extract<GrantFailure, { kind: 'wrong-client' }>['what'],
  serverText: string,
): Explanation {
  const advice =
    'This is for the administrator of this server: Settings, Providers. Signing in again does not help.'
  switch (what) {
    case 'secret':
      return { sentence: `${name} refuses this server’s client secret${quoted(serverText)}.`, advice }
    case 'secret-expired':
      return { sentence: `This server’s client secret for ${name} has expired.`, advice }
    case 'id':
      return { sentence: `${name} does not know this server’s client ID${quoted(serverText)}.`, advice }
    case 'redirect-uri':
      return {
        sentence: `${name} does not know this server’s redirect URI. It must be registered there to the character.`,
        advice,
      }
    case 'permissions':
      return {
        sentence: `This server’s registration at ${name} lacks permissions: they belong under API permissions${quoted(serverText)}.`,
        advice,
      }
  }
}

function tenantExplanation(what: Extract<GrantFailure, { kind: 'wrong-tenant' }>['what']): Explanation {
  const advice = 'The administrator of this server can change the Tenant field: Settings, Providers.'
  switch (what) {
    case 'single-tenant':
      return {
        sentence:
          'This server is registered at Microsoft for one organisation only (AADSTS50194), but the Tenant field admits others. ' +
          'Either the tenant ID of that organisation belongs into the Tenant field, or the registration’s supported account types must be widened.',
        advice,
      }
    case 'other-tenant':
      return {
        sentence: 'This account does not belong to the organisations that the Tenant field admits.',
        advice: `Sign in with another account. ${advice}`,
      }
    case 'unknown-tenant':
      return { sentence: 'Microsoft does not know the tenant that the Tenant field names.', advice }
  }
}

/** Purpose of a permission, to follow "permission to". */
const purpose: Readonly<Record<ScopeName, string>> = {
  mail: 'read and change mail',
  sending: 'send mail',
  categories: 'read and change categories',
  calendars: 'read and change calendars',
}

function listed(names: readonly ScopeName[]): string {
  const parts = names.map((name) => purpose[name])
  const last = parts.pop() ?? ''
  return parts.length === 0 ? last : `${parts.join(', ')} and to ${last}`
}

function boxAdvice(provider: ProviderName): string {
  return provider === 'provA' ? 'tick every box on Google’s page.' : 'accept everything that is asked for.'
}

/** Names the permissions that were not granted, and the matching boxes of the provider's page, where it has boxes. */
export function missingSentence(provider: ProviderName, needs: readonly ScopeNeed[]): string {
  const boxes = needs.flatMap(({ box }) => (box === undefined ? [] : `“${box}”`)).join(' and ')
  const unticked = boxes === '' ? '' : ` This box was left unticked: ${boxes}.`
  return `${screenName[provider]} did not give permission to ${listed(needs.map(({ name }) => name))}.${unticked}`
}
