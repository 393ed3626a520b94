import { accountWireId, bookingPageWireId, bookingWireId, calendarEventWireId } from '@plmail/wire'
import type { BookingView } from '../../../calendar/index.ts'
import { onlyKnown } from '../../engine/arguments.ts'
import type { BookingNeeds } from './get.ts'
import { writeUtcDate } from '../../engine/utc-date.ts'
import type { Method } from '../../engine/method.ts'
import { noSuch, oneOf } from '../../engine/single-object.ts'

export const maxListed = 500

/** Booking/list: the latest, by start. */
export function bookingList({ booking, choose }: BookingNeeds): Method {
  return {
    run: async (args, { caller }) => {
      onlyKnown(args, ['accountId'])
      const account = choose(args, caller)
      const list = await booking.bookings.list(caller.userId, maxListed)
      return { accountId: accountWireId.encode(account.id), list: list.map(bookingJson) }
    },
  }
}

/** Booking/cancel: takes the event out of the calendar and tells who booked. */
export function bookingCancel({ booking, choose }: BookingNeeds): Method {
  return {
    writes: true,
    run: async (args, context) => {
      const { account, id } = oneOf(args, context, bookingWireId, choose)
      if (!(await booking.bookings.cancel(context.caller.userId, account.id, id))) throw noSuch()
      return { accountId: accountWireId.encode(account.id), id: bookingWireId.encode(id) }
    },
  }
}

function bookingJson({ id, pageId, eventId, startsAt, endsAt, claimedAt, createdAt, ...same }: BookingView) {
  return {
    id: bookingWireId.encode(id),
    ...same,
    pageId: pageId && bookingPageWireId.encode(pageId),
    eventId: eventId && calendarEventWireId.encode(eventId),
    startsAt: writeUtcDate(startsAt),
    endsAt: writeUtcDate(endsAt),
    claimedAt: writeUtcDate(claimedAt),
    createdAt: writeUtcDate(createdAt),
  }
}
