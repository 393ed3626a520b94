import type { AccountView, HealthCard } from '../../accounts/index.ts'
import type { WatchState } from './door.ts'

const names = { imap: '', provA: 'Google', provB: 'Microsoft' } as const

/**
 * Instant delivery that is switched on and does not work. Only for accounts that are well otherwise: what keeps mail away
 * keeps announcements away too, and is said once.
 */
export function cardOf(view: AccountView, state: WatchState | undefined): HealthCard | undefined {
  if (!state || !['ok', 'new'].includes(view.condition)) return undefined
  if (state.condition !== 'silent' && state.condition !== 'lapsed') return undefined
  const name = names[view.provider]
  const isSilent = state.condition === 'silent'
  return {
    id: `push-${view.id}`,
    kind: 'push',
    severity: 'warning',
    title: isSilent ? `${name} does not announce new mail` : `Instant delivery from ${name} has ended`,
    text: isSilent ? silentText(view) : (state.trouble ?? `${name} was not asked again in time.`) + lookedFor,
    facts: [
      ...(state.announcedAt ? [{ label: 'Last announcement', at: state.announcedAt }] : []),
      ...(state.expiresAt ? [{ label: isSilent ? 'Registered until' : 'Ended', at: state.expiresAt }] : []),
    ],
    said: null,
    accounts: [{ id: view.id, address: view.address }],
    repair: { kind: 'push', label: 'Register again' },
  }
}

const lookedFor = ' Until it works again, plMail looks for mail every two minutes.'

function silentText({ provider }: AccountView): string {
  const cause =
    provider === 'provA'
      ? 'New mail was found that no notification had announced. The push subscription of the Pub/Sub topic may be missing, or lead to another address or carry another token.'
      : 'New mail was found that no notification had announced. Microsoft may not reach this server from outside.'
  return cause + lookedFor
}
