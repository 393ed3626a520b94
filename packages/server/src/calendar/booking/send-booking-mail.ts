import type { BookingId } from '@plmail/wire'
import type { JobKind, Jobs } from '../../jobs/index.ts'
import type { Tx } from '../../store/index.ts'
import { type BookingRow, bookingById, getState } from './booking-rows.ts'
import type { BookingMailer } from './booking-mail.ts'
import { manageToken } from './booking-identifiers.ts'
import { pageById } from './page-rows.ts'
import type { BookingParts } from './booking-parts.ts'
import { writeMailToBooker, writeMailToOwner, type Occasion } from './write-booking-mail.ts'

/** Tells who booked, and the owner. A booking does not wait for it, and is not undone where it fails. */
export const bookingMailJob: JobKind<{ bookingId: BookingId }> = {
  name: 'calendar.booking-letters',
  lane: 'interactive',
  maxAttempts: 12,
  parse: (payload) => {
    const id =
      typeof payload === 'object' && payload !== null && 'bookingId' in payload
        ? payload.bookingId
        : undefined
    if (typeof id !== 'number' || !Number.isSafeInteger(id)) throw new Error('Job payload lacks a booking id')
    return { bookingId: id as BookingId }
  },
}

export function enqueueBookingMail(jobs: Pick<Jobs, 'enqueue'>, tx: Tx, bookingId: BookingId): Promise<void> {
  return jobs.enqueue(tx, bookingMailJob, { bookingId }, { key: `calendar.booking:${bookingId}` })
}

/**
 * Tells of the booking as it is now. Safe to run twice: messages have names, and what was told is noted after they are
 * handed over.
 */
export async function sendBookingMail(parts: BookingParts, id: BookingId): Promise<void> {
  const booking = await bookingById(parts.database, id)
  if (!booking || booking.toldRevision >= booking.revision || getState(booking) === 'removed') return
  const sender = await parts.mailer.getSender(booking.userId, booking.eventAccountId)
  if (sender) await sendMail(parts, booking, sender)
  await parts.database.query('update booking set told_revision = greatest(told_revision, $2) where id = $1', [
    id,
    booking.revision,
  ])
}

async function sendMail(
  parts: BookingParts,
  booking: BookingRow,
  { accountId, ...from }: NonNullable<Awaited<ReturnType<BookingMailer['getSender']>>>,
): Promise<void> {
  const page = booking.pageId === null ? undefined : await pageById(parts.database, booking.pageId)
  const zone = page?.settings.zone ?? (await parts.owner.getTimeZone(booking.userId))
  const address = parts.publicAddress()
  const token = manageToken(parts.manageKey, booking.manageNonce)
  const facts = {
    booking,
    occasion: getOccasion(booking),
    zone,
    from,
    at: parts.clock.now(),
    language: await parts.owner.getLanguage(booking.userId),
    location: page?.settings.location ?? '',
    manageAddress: address === undefined ? undefined : `${address}/book/manage/${token}`,
  }
  const name = `booking-${booking.id}-${booking.revision}`
  await parts.mailer.send(booking.userId, accountId, `${name}-a`, writeMailToBooker(facts))
  await parts.mailer.send(booking.userId, accountId, `${name}-b`, writeMailToOwner(facts))
}

function getOccasion({ cancelledAt, toldRevision }: BookingRow): Occasion {
  if (cancelledAt !== null) return 'cancelled'
  return toldRevision < 0 ? 'confirmed' : 'moved'
}
