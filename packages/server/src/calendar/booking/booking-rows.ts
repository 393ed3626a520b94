import type { AccountId, BookingId, BookingPageId, CalendarEventId, UserId, Language } from '@plmail/wire'
import type { Sql } from '../../store/index.ts'
import type { BookingView } from './types.ts'

/** A booking as it is stored, whatever became of its event. */
export interface BookingRow {
  id: BookingId
  userId: UserId
  pageId: BookingPageId | null
  pageName: string
  eventAccountId: AccountId
  eventId: CalendarEventId | null
  /** When it takes place; its owner may have moved it. */
  startsAt: Date
  endsAt: Date
  /** The start of the time that it keeps from others. */
  claimedAt: Date
  /** Whether its owner was the last to move it. */
  isPlaced: boolean
  name: string
  email: string
  note: string
  timeZone: string
  language: Language
  manageNonce: Buffer
  /** Counts what its people are to be told; `toldRevision` is the last that they were. */
  revision: number
  toldRevision: number
  cancelledAt: Date | null
  cancelledBy: 'booker' | 'owner' | null
  createdAt: Date
}

const columns = `id, user_id as "userId", booking_page_id as "pageId", page_name as "pageName",
  event_account_id as "eventAccountId", event_id as "eventId", coalesce(placed_at, starts_at) as "startsAt",
  coalesce(placed_until, ends_at) as "endsAt", starts_at as "claimedAt",
  placed_at is not null as "isPlaced", name, email, note, time_zone as "timeZone", language, manage_nonce as "manageNonce", revision, told_revision as "toldRevision",
  cancelled_at as "cancelledAt", cancelled_by as "cancelledBy", created_at as "createdAt"`

export async function bookingById(sql: Sql, id: BookingId): Promise<BookingRow | undefined> {
  const [row] = await sql.query<BookingRow>(`select ${columns} from booking where id = $1`, [id])
  return row
}

export async function bookingByDigest(sql: Sql, digest: string): Promise<BookingRow | undefined> {
  const [row] = await sql.query<BookingRow>(`select ${columns} from booking where manage_digest = $1`, [
    digest,
  ])
  return row
}

/** See `Booking.bookings.list`. */
export async function selectBookings(sql: Sql, userId: UserId, limit: number): Promise<BookingView[]> {
  const rows = await sql.query<BookingRow>(
    `select ${columns} from booking where user_id = $1 order by coalesce(placed_at, starts_at) desc, id desc limit $2`,
    [userId, limit],
  )
  return rows.map((row) => ({
    id: row.id,
    pageId: row.pageId,
    pageName: row.pageName,
    state: getState(row),
    cancelledBy: row.cancelledBy,
    startsAt: row.startsAt,
    endsAt: row.endsAt,
    claimedAt: row.claimedAt,
    name: row.name,
    email: row.email,
    note: row.note,
    timeZone: row.timeZone,
    eventId: row.eventId,
    createdAt: row.createdAt,
  }))
}

export function getState({ cancelledAt, eventId }: Pick<BookingRow, 'cancelledAt' | 'eventId'>) {
  if (cancelledAt !== null) return 'cancelled'
  return eventId === null ? 'removed' : 'confirmed'
}
