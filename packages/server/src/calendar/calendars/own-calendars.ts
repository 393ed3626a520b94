import type { AccountId, CalendarId } from '@plmail/wire'
import type { Sql } from '../../store/index.ts'

export interface OwnCalendar {
  id: CalendarId
  accountId: AccountId
  isReadOnly: boolean
  /** Whether any of its events makes its owner busy. */
  makesBusy: boolean
}

/** The calendars of some accounts: a user's own are in all theirs. */
export async function ownCalendars(
  sql: Sql,
  accountIds: readonly AccountId[],
): Promise<Map<CalendarId, OwnCalendar>> {
  const rows = await sql.query<OwnCalendar>(
    `select id, account_id as "accountId", is_read_only as "isReadOnly",
       availability <> 'none' as "makesBusy"
     from calendar
     where account_id = any ($1::bigint[])`,
    [accountIds],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Returns the user's time zone: that of their own default calendar, where it has one. */
export async function ownZone(sql: Sql, personal: AccountId): Promise<string | undefined> {
  const [row] = await sql.query<{ timeZone: string | null }>(
    'select time_zone as "timeZone" from calendar where account_id = $1 and is_default',
    [personal],
  )
  return row?.timeZone ?? undefined
}
