import { accountWireId, bookingPageWireId, calendarWireId } from '@plmail/wire'
import type { Booking, BookingPage } from '../../../calendar/index.ts'
import type { Changes } from '../../../changes/index.ts'
import { type AccountChoice, onlyKnown } from '../../engine/arguments.ts'
import { answerGet, readRequest, pick } from '../../engine/get.ts'
import { writeUtcDate } from '../../engine/utc-date.ts'
import { type Method, MethodFailure } from '../../engine/method.ts'
import { addressAnswer, noSuch, oneOf } from '../../engine/single-object.ts'

export interface BookingNeeds {
  booking: Booking
  choose: AccountChoice
}

const properties = ['id', 'name', 'isEnabled', 'destinationId', 'busyCalendarIds', 'settings', 'createdAt']

/** BookingPage/get. */
export function bookingPageGet({ booking, changes, choose }: BookingNeeds & { changes: Changes }): Method {
  return {
    run: async (args, { caller }) => {
      onlyKnown(args, ['accountId', 'ids', 'properties'])
      const request = readRequest(args, caller, bookingPageWireId, properties, choose)
      return answerGet(changes, request, bookingPageWireId, async () => {
        const all = await booking.pages.list(request.account.id)
        const pages = request.ids === null ? all : all.filter(({ id }) => request.ids?.includes(id))
        return pages.map((page) => ({ id: page.id, json: pick(bookingPageJson(page), request.properties) }))
      })
    },
  }
}

export function bookingPageJson({ id, name, isEnabled, settings, ...page }: BookingPage) {
  return {
    id: bookingPageWireId.encode(id),
    name,
    isEnabled,
    settings,
    destinationId: page.destinationId === null ? null : calendarWireId.encode(page.destinationId),
    busyCalendarIds: page.busyCalendarIds.map((busyId) => calendarWireId.encode(busyId)),
    createdAt: writeUtcDate(page.createdAt),
  }
}

/** BookingPage/renew: another address, told this once; the page is open again. */
export function bookingPageRenew({ booking, choose }: BookingNeeds): Method {
  return {
    writes: true,
    run: async (args, context) => {
      const { account, id } = oneOf(args, context, bookingPageWireId, choose)
      const token = await booking.pages.renew(context.caller.userId, account.id, id)
      if (token === undefined) throw noSuch()
      return addressAnswer(account, bookingPageWireId.encode(id), token, `${context.origin()}/book/`)
    },
  }
}

/** BookingPage/explain: every slot of a date, with the reason why it is not offered. */
export function bookingPageExplain({ booking, choose }: BookingNeeds): Method {
  return {
    run: async (args, context) => {
      const { account, id } = oneOf(args, context, bookingPageWireId, choose, ['date'])
      const { date } = args
      if (typeof date !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(date))
        throw new MethodFailure('invalidArguments', 'date is not a date')
      const slots = await booking.pages.explain(account.id, id, date)
      if (!slots) throw noSuch()
      const json = slots.map(({ start, end, refusal, because }) => ({
        start: writeUtcDate(new Date(start)),
        end: writeUtcDate(new Date(end)),
        refusal,
        because,
      }))
      return { accountId: accountWireId.encode(account.id), id: bookingPageWireId.encode(id), slots: json }
    },
  }
}
