import type { AccountId, UserId } from '@plmail/wire'
import type { Clock } from '../../kit/clock.ts'
import type { Sql } from '../../store/index.ts'
import { listMailboxes } from '../labels/mailbox-row.ts'
import type { EmailFilter } from '../search/email-filter.ts'
import { parseTypedFilter } from '../search/typed/parse.ts'

/** Reads what was typed into a search box, as it is meant in one account. */
export type Typed = (userId: UserId, accountId: AccountId, sql: Sql) => Promise<(text: string) => EmailFilter>

export interface TypedParts {
  clock: Clock
  /** IANA name of the zone in which the user's days begin. */
  getTimeZone(userId: UserId): Promise<string>
}

export const createTypedParser =
  ({ clock, getTimeZone }: TypedParts): Typed =>
  async (userId, accountId, sql) => {
    const [mailboxes, timeZone] = await Promise.all([listMailboxes(sql, accountId), getTimeZone(userId)])
    return (text) => parseTypedFilter(text, { mailboxes, timeZone, now: clock.now() })
  }
