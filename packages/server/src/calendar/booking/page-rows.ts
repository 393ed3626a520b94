import type { AccountId, BookingPageId, CalendarId, UserId } from '@plmail/wire'
import type { Sql } from '../../store/index.ts'
import type { BookingPage } from './types.ts'
import { readSettings } from './booking-settings.ts'

export interface PageRow extends BookingPage {
  userId: UserId
  accountId: AccountId
}

const columns = `p.id, p.user_id as "userId", p.account_id as "accountId", p.name, p.is_enabled as "isEnabled",
  p.destination_id as "destinationId", p.settings, p.created_at as "createdAt",
  array(select c.calendar_id from booking_page_calendar c where c.page_id = p.id order by c.calendar_id)
    as "busyCalendarIds"`

export async function selectPages(sql: Sql, accountId: AccountId): Promise<PageRow[]> {
  const rows = await sql.query<PageRow>(
    `select ${columns} from booking_page p where p.account_id = $1 order by p.created_at, p.id`,
    [accountId],
  )
  return rows.map(toPage)
}

export async function pageByDigest(sql: Sql, digest: string): Promise<PageRow | undefined> {
  const [row] = await sql.query<PageRow>(
    `select ${columns} from booking_page p where p.token_digest = $1 and p.is_enabled`,
    [digest],
  )
  return row && toPage(row)
}

export async function pageById(sql: Sql, id: BookingPageId): Promise<PageRow | undefined> {
  const [row] = await sql.query<PageRow>(`select ${columns} from booking_page p where p.id = $1`, [id])
  return row && toPage(row)
}

const toPage = (row: PageRow): PageRow => ({ ...row, settings: readSettings(row.settings) })

/** The destination makes busy whether it was ticked or not. */
export function busyCalendars({ destinationId, busyCalendarIds }: BookingPage): CalendarId[] {
  return [...new Set([...busyCalendarIds, ...(destinationId === null ? [] : [destinationId])])]
}
