import { getClock, type EventObject, writeDuration, writeWallTime } from '@plmail/calendar-format'
import type { BookingId, CalendarEventId, SlotRefusal } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import { type Tx, insertRow } from '../../store/index.ts'
import type { WrittenBy } from '../types.ts'
import { setEvents } from '../events/set-events.ts'
import { computeDigest } from '../public-token.ts'
import type { BookingRow } from './booking-rows.ts'
import type { Booker, BookOutcome, BookResult } from './types.ts'
import { type Except, selectFacts } from './booking-facts.ts'
import { createSlotJudge } from './slot-availability.ts'
import { enqueueBookingMail } from './send-booking-mail.ts'
import { manageToken, deriveUid } from './booking-identifiers.ts'
import { pageById, type PageRow } from './page-rows.ts'
import type { BookingParts } from './booking-parts.ts'
import type { Slot } from './slots.ts'

/** Claims a slot: the event and the booking in one write, or neither. */
export async function writeBooking(
  parts: BookingParts,
  change: Change,
  page: PageRow,
  slot: Slot,
  booker: Booker,
): Promise<BookResult & { id?: BookingId }> {
  const refusal = await refuseWithin(parts, change.tx, { page, slot })
  if (refusal) return { outcome: refusal }
  const nonce = parts.random(16)
  const event = getEvent({ page, slot, booker, uid: deriveUid(nonce), at: change.at })
  const { destinationId: calendarId } = page
  if (calendarId === null) return { outcome: 'not-offered' }
  const { created } = await setEvents(change, parts.outbox, {
    create: [{ calendarId, event, source: 'booking' }],
    update: new Map(),
    destroy: [],
    by: writtenByBooker(booker),
  })
  const [writtenEvent] = created
  if (!writtenEvent || !('id' in writtenEvent)) return { outcome: 'not-offered' }
  const [row] = await change.tx.query<{ id: BookingId }>(
    ...insertRow(
      'booking',
      {
        user_id: page.userId,
        booking_page_id: page.id,
        page_name: page.name,
        event_account_id: change.accountId,
        event_id: writtenEvent.id,
        event_uid: deriveUid(nonce),
        event_calendar_id: calendarId,
        starts_at: new Date(slot.start),
        ends_at: new Date(slot.end),
        name: booker.name,
        email: booker.email,
        note: booker.note,
        time_zone: booker.timeZone,
        language: booker.language,
        manage_digest: computeDigest(manageToken(parts.manageKey, nonce)),
        manage_nonce: nonce,
        created_at: change.at,
      },
      'returning id',
    ),
  )
  if (!row) throw new Error('insert returned nothing')
  await enqueueBookingMail(parts.jobs, change.tx, row.id)
  return { outcome: 'booked', manageToken: manageToken(parts.manageKey, nonce), id: row.id }
}

/** Puts a booking and its event at another time. */
export async function moveBooking(
  parts: BookingParts,
  change: Change,
  page: PageRow,
  slot: Slot,
  booking: BookingRow & { eventId: CalendarEventId },
): Promise<BookOutcome> {
  const except = { bookingId: booking.id, eventId: booking.eventId }
  const refusal = await refuseWithin(parts, change.tx, { page, slot, except })
  if (refusal) return refusal
  const { start, timeZone, duration } = getTimes(page, slot)
  const { updated } = await setEvents(change, parts.outbox, {
    create: [],
    update: new Map([
      [booking.eventId, { patch: { start, timeZone, duration, sequence: booking.revision + 1 } }],
    ]),
    destroy: [],
    by: writtenByBooker(booking),
  })
  const moved = updated.get(booking.eventId)
  if (!moved || !('id' in moved)) return 'not-offered'
  const changed = await change.tx.query(
    `update booking set starts_at = $2, ends_at = $3, placed_at = null, placed_until = null, revision = revision + 1
     where id = $1 and cancelled_at is null returning 1`,
    [booking.id, new Date(slot.start), new Date(slot.end)],
  )
  if (changed.length === 0) throw new Error('a booking ended while its event was moved')
  await enqueueBookingMail(parts.jobs, change.tx, booking.id)
  return 'booked'
}

export const writtenByBooker = ({
  name,
  email,
  note,
}: Pick<Booker, 'name' | 'email' | 'note'>): WrittenBy => ({
  name,
  email,
  ...(note === '' ? {} : { comment: note }),
})

interface RequestedSlot {
  page: PageRow
  slot: Slot
  except?: Except
}

/**
 * Looks once more with the owner's lock held, so that two pages of one owner cannot offer the same hour at the same
 * moment; the indexes are the last line.
 */
async function refuseWithin(
  parts: BookingParts,
  tx: Tx,
  { page, slot, except }: RequestedSlot,
): Promise<Refused | undefined> {
  await lockOwner(tx, page)
  const now = await pageById(tx, page.id)
  if (!now?.isEnabled || now.destinationId !== page.destinationId) return 'not-offered'
  const facts = await selectFacts(parts, tx, now, { from: slot.start, to: slot.end }, except)
  const refusal = createSlotJudge(now.settings, facts)(slot)
  return refusal && toOutcome(refusal)
}

export async function lockOwner(tx: Tx, { userId }: Pick<PageRow, 'userId'>): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`booking:${userId}`])
}

type Refused = Exclude<BookOutcome, 'booked'>

/** Maps a refusal to what the booker is told: that somebody else took the slot, or that it was never offered. */
export const toOutcome = (refusal: SlotRefusal): Refused => outcomeByRefusal[refusal]

const outcomeByRefusal: Readonly<Record<SlotRefusal, Refused>> = {
  skipped: 'not-offered',
  'too-soon': 'not-offered',
  'too-far': 'not-offered',
  busy: 'taken',
  booked: 'taken',
  'day-is-full': 'taken',
  'week-is-full': 'taken',
}

interface BookedSlot {
  page: PageRow
  slot: Slot
  booker: Booker
  uid: string
  at: Date
}

/** Private, because the name of who booked is nobody's to see on a page that its owner shares. */
function getEvent({ page, slot, booker, uid, at }: BookedSlot): EventObject {
  const { location } = page.settings
  const by = `Booked by ${booker.name} <${booker.email}>`
  return {
    '@type': 'Event',
    version: '2.0',
    uid,
    created: instant(at),
    updated: instant(at),
    sequence: 0,
    title: `${page.name} — ${booker.name}`,
    ...getTimes(page, slot),
    description: booker.note === '' ? by : `${by}\n\n${booker.note}`,
    status: 'confirmed',
    privacy: 'private',
    freeBusyStatus: 'busy',
    ...(location === '' ? {} : { locations: { place: { '@type': 'Location', name: location } } }),
  }
}

function getTimes({ settings: { zone } }: PageRow, { start, end }: Slot) {
  const wall = getClock(zone)?.wallTimeAt(start) ?? start
  return { start: writeWallTime(wall), timeZone: zone, duration: writeDuration({ days: 0, ms: end - start }) }
}

const instant = (at: Date): string => `${at.toISOString().slice(0, 19)}Z`
