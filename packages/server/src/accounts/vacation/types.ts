import type { AccountId, ProblemDetail, UserId } from '@plmail/wire'
import type { ProvidedVacation } from '../../providers/contract/index.ts'

export type { ProvidedVacation } from '../../providers/contract/index.ts'

/** `refused`: the provider will not have it; `unavailable`: nobody knows before it is asked again. */
export type Answered<T> =
  { ok: true; value: T } | { ok: false; why: 'refused' | 'unavailable'; problem: ProblemDetail }

/**
 * Automatic replies that providers send during an absence. They are stored only there: owners also change them in the
 * provider's own programs, without any notification.
 */
export interface Vacations {
  /** The user's accounts for which it can be read and set, with what was granted when they were connected. */
  settable(userId: UserId): Promise<Set<AccountId>>
  read(id: AccountId): Promise<Answered<ProvidedVacation>>
  write(id: AccountId, vacation: ProvidedVacation): Promise<Answered<null>>
}
