import type { AccountId, BookingId, UserId } from '@plmail/wire'
import type { Actor } from '../../changes/index.ts'
import { setEvents } from '../events/set-events.ts'
import { type BookingRow, bookingByDigest, bookingById, getState } from './booking-rows.ts'
import { bookerFile } from './booker-file.ts'
import type { BookOutcome, ManagedBooking } from './types.ts'
import { enqueueBookingMail } from './send-booking-mail.ts'
import { claiming, noteBooking, openPage, stillOffered } from './open-page.ts'
import { pageById, type PageRow } from './page-rows.ts'
import type { BookingParts } from './booking-parts.ts'
import { lockOwner, moveBooking, writtenByBooker } from './write-booking.ts'

/** See `Booking.manage`. */
export async function managedBooking(
  parts: BookingParts,
  digest: string,
): Promise<ManagedBooking | undefined> {
  const booking = await bookingByDigest(parts.database, digest)
  if (!booking) return undefined
  const storedPage = booking.pageId === null ? undefined : await pageById(parts.database, booking.pageId)
  const page = storedPage?.isEnabled && storedPage.destinationId !== null ? storedPage : undefined
  const isCancelled = getState(booking) !== 'confirmed'
  const mayChange = !isCancelled && isInTime(parts, booking, storedPage)
  const except = { bookingId: booking.id, eventId: booking.eventId }
  const ownerName = await parts.owner.getName(booking.userId)
  return {
    name: booking.pageName,
    ownerName,
    start: booking.startsAt.getTime(),
    end: booking.endsAt.getTime(),
    timeZone: booking.timeZone,
    location: storedPage?.settings.location ?? '',
    calendarFile: () =>
      bookerFile(booking, ownerName, storedPage?.settings.location ?? '', parts.clock.now()),
    isCancelled,
    mayChange,
    page: mayChange && page ? await openPage(parts, page, except) : undefined,
    cancel: async () => mayChange && cancelBooking(parts, booking, 'booker', storedPage?.accountId),
    move: async (start) => (mayChange && page ? move(parts, page, booking, start) : 'not-offered'),
  }
}

function isInTime({ clock }: BookingParts, { startsAt }: BookingRow, page: PageRow | undefined): boolean {
  const until = startsAt.getTime() - (page?.settings.changeUntilMinutes ?? 0) * 60_000
  return clock.now().getTime() < until
}

/** See `Booking.bookings.cancel`. */
export async function cancelByOwner(
  parts: BookingParts,
  userId: UserId,
  personal: AccountId | undefined,
  id: BookingId,
): Promise<boolean> {
  const booking = await bookingById(parts.database, id)
  if (!booking || booking.userId !== userId || booking.cancelledAt !== null) return false
  return cancelBooking(parts, booking, 'owner', personal)
}

/** The event goes with the booking. What cannot be written any more stays in its calendar, and frees its time all the same. */
async function cancelBooking(
  parts: BookingParts,
  booking: BookingRow,
  by: 'booker' | 'owner',
  personal: AccountId | undefined,
): Promise<boolean> {
  const actor: Actor = by === 'owner' ? { kind: 'user', userId: booking.userId } : { kind: 'booking' }
  const cause = { actor, verb: 'cancel-booking' }
  const { result } = await parts.changes.write(booking.eventAccountId, cause, async (change) => {
    await lockOwner(change.tx, booking)
    const cancelled = await change.tx.query(
      `update booking set cancelled_at = $2, cancelled_by = $3, revision = revision + 1
       where id = $1 and cancelled_at is null returning 1`,
      [booking.id, change.at, by],
    )
    if (cancelled.length === 0) return false
    if (booking.eventId !== null)
      await setEvents(change, parts.outbox, {
        create: [],
        update: new Map(),
        destroy: [booking.eventId],
        by: writtenByBooker(booking),
      })
    await enqueueBookingMail(parts.jobs, change.tx, booking.id)
    return true
  })
  if (result && personal !== undefined)
    await noteBooking(parts, { accountId: personal }, 'updated', booking.id)
  return result
}

async function move(
  parts: BookingParts,
  page: PageRow,
  booking: BookingRow,
  start: number,
): Promise<BookOutcome> {
  const { eventId, eventAccountId, startsAt, endsAt } = booking
  if (eventId === null) return 'not-offered'
  if (start === startsAt.getTime()) return 'booked'
  const except = { bookingId: booking.id, eventId, from: startsAt.getTime(), to: endsAt.getTime() }
  const slot = await stillOffered(parts, page, start, except)
  if (typeof slot === 'string') return slot
  const cause = { actor: { kind: 'booking' as const }, verb: 'move-booking' }
  const outcome = await claiming(async () => {
    const { result } = await parts.changes.write(eventAccountId, cause, (change) =>
      moveBooking(parts, change, page, slot, { ...booking, eventId }),
    )
    return result
  })
  if (outcome === 'booked') await noteBooking(parts, page, 'updated', booking.id)
  return outcome
}
