import { type EventChangeProblem, type UserId, ProviderName } from '@plmail/wire'
import type { CalendarSource } from '../../accounts/index.ts'
import type { Changes } from '../../changes/index.ts'
import type { Struck } from './record-conflict.ts'

/** Tells the user what did not stay as they had decided, as a code that each client words; the cards say it at length. */
export async function notifyConflicts(
  changes: Pick<Changes, 'announce'>,
  userId: UserId,
  struck: readonly Struck[],
  refusedBy?: CalendarSource['kind'],
): Promise<void> {
  const [first, ...more] = struck
  if (!first) return
  const problem: EventChangeProblem = {
    code: first.kind,
    parameters: { title: first.title, provider: providerNames[refusedBy ?? 'caldav'], more: more.length },
  }
  const level = first.kind === 'refused' ? 'error' : 'warning'
  await changes.announce(userId, { kind: 'notice', level, reference: 'EventConflict', problem })
}

const providerNames = {
  [ProviderName.google]: 'google',
  [ProviderName.microsoft]: 'microsoft',
  caldav: 'server',
  feed: 'server',
} as const
