import type { AccountId, JournalId, UserId } from '@plmail/wire'
import type { Change, Changes } from '../../changes/index.ts'
import type { Clock } from '../../kit/clock.ts'
import { journalled, listJournalIds, type SharingType, undoableFrom } from './sharing-rows.ts'

export interface SetShared {
  userId: UserId
  accountId: AccountId
  type: SharingType
  verb: string
  request: Parameters<typeof listJournalIds>[0]
  ifState: number | undefined
}

export type SharedSet<Done> = Done & { oldState: number; newState: number; journalId?: JournalId }

/** Makes, changes and removes what is shared by an address, in one write that can be taken back. */
export async function setShared<Done extends object>(
  { changes, clock }: { changes: Pick<Changes, 'write'>; clock: Clock },
  { userId, accountId, type, verb, request, ifState }: SetShared,
  work: (change: Change) => Promise<{ done: Done; createdIds: readonly number[] }>,
): Promise<SharedSet<Done> | 'state-mismatch'> {
  const actor = { kind: 'user' as const, userId }
  const cause = { actor, verb, undoableUntil: undoableFrom(clock.now()) }
  const { result, state, journalId } = await changes.write(accountId, cause, async (change) => {
    const oldState = change.state - 1
    if (ifState !== undefined && ifState !== oldState) return 'state-mismatch' as const
    const done = await journalled(change, type, listJournalIds(request), () => work(change))
    return { ...done, oldState }
  })
  if (result === 'state-mismatch') return result
  return { ...result, newState: state, ...(journalId === undefined ? {} : { journalId }) }
}
