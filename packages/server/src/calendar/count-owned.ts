import type { AccountId } from '@plmail/wire'
import type { Sql } from '../store/index.ts'

/** How much of calendars some accounts hold. */
export interface OwnedCalendars {
  calendars: number
  events: number
  shareLinks: number
  bookingPages: number
}

/** Counts exactly, for whoever is about to remove it all. */
export async function countOwnedCalendars(
  sql: Sql,
  accountIds: readonly AccountId[],
): Promise<OwnedCalendars> {
  const [counts] = await sql.query<OwnedCalendars>(
    `select
       (select count(*) from calendar where account_id = any($1::bigint[])) as calendars,
       (select count(*) from calendar_event where account_id = any($1::bigint[])) as events,
       (select count(*) from share_link where account_id = any($1::bigint[])) as "shareLinks",
       (select count(*) from booking_page where account_id = any($1::bigint[])) as "bookingPages"`,
    [accountIds],
  )
  if (!counts) throw new Error('A count returned no row')
  return counts
}
