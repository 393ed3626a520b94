import { type ProblemDetail, ProviderName } from '@plmail/wire'
import type { AccountView, HealthCard } from '../../accounts/index.ts'
import type { WatchState } from './types.ts'

const names = { imap: '', [ProviderName.google]: 'Google', [ProviderName.microsoft]: 'Microsoft' } as const

/**
 * Instant delivery that is switched on and does not work. Only for accounts that are well otherwise: what keeps mail away
 * keeps announcements away too, and is said once.
 */
export function toCard(view: AccountView, state: WatchState | undefined): HealthCard | undefined {
  if (!state || !['ok', 'new'].includes(view.condition)) return undefined
  if (state.condition !== 'silent' && state.condition !== 'lapsed') return undefined
  const name = names[view.provider]
  const isSilent = state.condition === 'silent'
  return {
    id: `push-${view.id}`,
    kind: 'push',
    severity: 'warning',
    title: isSilent
      ? { problem: 'health/push-silent', provider: name }
      : { problem: 'health/push-lapsed', provider: name },
    text: isSilent ? silentProblem(view) : lapsedProblem(name, state),
    facts: collectFacts(state),
    said: null,
    accounts: [{ id: view.id, address: view.address }],
    repair: { kind: 'push', label: { problem: 'health/register-again' } },
  }
}

const silentProblem = ({ provider }: AccountView): ProblemDetail => ({
  problem: provider === ProviderName.google ? 'health/push-silent-google' : 'health/push-silent-microsoft',
})

function lapsedProblem(provider: string, { trouble, isRefused }: WatchState): ProblemDetail {
  if (!trouble) return { problem: 'health/push-lapsed-text', provider }
  return { problem: isRefused ? 'health/push-refused' : 'health/push-lapsed-because', trouble }
}

function collectFacts({ announcedAt, expiresAt, condition }: WatchState): HealthCard['facts'] {
  const facts: HealthCard['facts'] = []
  if (announcedAt) facts.push({ label: { problem: 'health/last-announcement' }, at: announcedAt })
  if (expiresAt) {
    const label = condition === 'silent' ? 'health/registered-until' : 'health/ended'
    facts.push({ label: { problem: label }, at: expiresAt })
  }
  return facts
}
