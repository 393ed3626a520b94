import { firstOccurrence, toSeries } from '@plmail/calendar-format'
import type { AccountId, BookingId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import type { CalendarEvent } from '../types.ts'
import { eventsById } from '../events/event-rows.ts'
import { type BookingRow, bookingById } from './booking-rows.ts'
import { enqueueBookingMail } from './send-booking-mail.ts'
import { deriveUid } from './booking-identifiers.ts'
import { noteBooking } from './open-page.ts'
import { pageById } from './page-rows.ts'
import type { BookingParts } from './booking-parts.ts'
import { lockOwner } from './write-booking.ts'

const atOnce = 500
/** An event that is put from one calendar of a provider into another is gone for a moment. */
const graceMs = 5 * 60_000

/**
 * See `Booking.bookings.follow`. It looks at what is, not at who wrote it: events change by their owner's hand, by undo and
 * by a provider, and a drag that is taken back within the minute is nobody's news.
 */
export async function followEvents(parts: BookingParts): Promise<number> {
  const { database, clock, changes } = parts
  const now = clock.now()
  const differing = await database.query<{ id: BookingId; accountId: AccountId }>(differingText, [
    now,
    atOnce,
  ])
  let followedCount = 0
  for (const { id, accountId } of differing) {
    const cause = { actor: { kind: 'booking' as const }, verb: 'follow-booking' }
    const { result } = await changes.write(accountId, cause, (change) => follow(parts, change, id))
    if (!result) continue
    followedCount += 1
    const page = result.pageId === null ? undefined : await pageById(database, result.pageId)
    if (page) await noteBooking(parts, page, 'updated', id)
  }
  return followedCount
}

/**
 * Bookings to come that are not as their event is. A series has no one end, so it is looked at each time. Where the whole
 * calendar is gone, the appointments in it may well stand where it came from: that is nobody's news.
 */
const differingText = `
  select b.id, b.event_account_id as "accountId" from booking b left join calendar_event e on e.id = b.event_id
  where b.cancelled_at is null and coalesce(b.placed_until, b.ends_at) > $1
    and case when e.id is null then b.event_calendar_id is not null
      else e.status = 'cancelled' or e.first_at <> coalesce(b.placed_at, b.starts_at)
        or e.last_at is distinct from coalesce(b.placed_until, b.ends_at)
        or e.uid is distinct from b.event_uid or e.calendar_id is distinct from b.event_calendar_id end
  order by b.id limit $2`

/** The booking as it was, where it is another now. */
async function follow(parts: BookingParts, change: Change, id: BookingId): Promise<BookingRow | undefined> {
  const first = await bookingById(change.tx, id)
  if (!first) return undefined
  await lockOwner(change.tx, first)
  const booking = await bookingById(change.tx, id)
  if (!booking || booking.cancelledAt !== null) return undefined
  const event = await loadEvent(parts, change, booking)
  const isChanged = event
    ? await followed(parts, change, booking, event)
    : await cancelAfterGrace(change, booking)
  if (!isChanged) return undefined
  await enqueueBookingMail(parts.jobs, change.tx, id)
  return booking
}

/** Its event; one that came back, or went to another account of its owner, is known by its uid. */
async function loadEvent(
  { owner }: BookingParts,
  { tx }: Change,
  booking: BookingRow,
): Promise<CalendarEvent | undefined> {
  const { id, userId, eventId, eventAccountId, manageNonce } = booking
  if (eventId !== null) return (await eventsById(tx, eventAccountId, [eventId]))[0]
  const accountIds = await owner.listAccounts(userId)
  const [back] = await tx.query<Pick<BookingRow, 'eventId' | 'eventAccountId'>>(
    `update booking b set event_id = e.id, event_account_id = e.account_id from calendar_event e
     where b.id = $1 and e.account_id = any ($2::bigint[]) and e.uid in (b.event_uid, $3)
       and not exists (select from booking other where other.user_id = b.user_id and other.id <> b.id
         and other.cancelled_at is null and other.event_id is not null
         and tstzrange(other.starts_at, other.ends_at) && tstzrange(b.starts_at, b.ends_at))
     returning b.event_id as "eventId", b.event_account_id as "eventAccountId"`,
    [id, accountIds, deriveUid(manageNonce)],
  )
  return back?.eventId == null ? undefined : (await eventsById(tx, back.eventAccountId, [back.eventId]))[0]
}

/** Gone for long enough it was deleted. */
async function cancelAfterGrace(change: Change, { id }: BookingRow): Promise<boolean> {
  const [row] = await change.tx.query<{ goneAt: Date }>(
    `update booking set gone_at = coalesce(gone_at, $2) where id = $1
     returning coalesce(gone_at, $2) as "goneAt"`,
    [id, change.at],
  )
  const isLong = row !== undefined && change.at.getTime() - row.goneAt.getTime() >= graceMs
  return isLong && cancelled(change, id)
}

async function followed(
  parts: BookingParts,
  change: Change,
  booking: BookingRow,
  { event, calendarId }: CalendarEvent,
): Promise<boolean> {
  await change.tx.query(
    'update booking set event_uid = $2, event_calendar_id = $3, gone_at = null where id = $1',
    [booking.id, String(event['uid']), calendarId],
  )
  if (event['status'] === 'cancelled') return cancelled(change, booking.id)
  const zone = await parts.owner.getTimeZone(booking.userId)
  const { start, end } = firstOccurrence(toSeries(event), zone)
  if (start === booking.startsAt.getTime() && end === booking.endsAt.getTime()) return false
  await change.tx.query(
    'update booking set placed_at = $2, placed_until = $3, revision = revision + 1 where id = $1',
    [booking.id, new Date(start), new Date(end)],
  )
  return true
}

async function cancelled({ tx, at }: Change, id: BookingId): Promise<boolean> {
  await tx.query(
    `update booking set cancelled_at = $2, cancelled_by = 'owner', revision = revision + 1 where id = $1`,
    [id, at],
  )
  return true
}
