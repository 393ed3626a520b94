import { bookingPageWireId, type CalendarId, calendarWireId } from '@plmail/wire'
import {
  type BookingPage,
  type BookingPageFields,
  type NewBookingPage,
  type BookingPageRefusal,
  readSettings,
} from '../../../calendar/index.ts'
import { isObject, type JsonObject } from '../../engine/arguments.ts'
import { toJournalProperty } from '../../calendars/calendar/set.ts'
import type { Method } from '../../engine/method.ts'
import { newAddress } from '../../engine/single-object.ts'
import { invalidProperties, type SetError, setRequest } from '../../engine/set.ts'
import { refuseUnless, setObjects } from '../../engine/set-objects.ts'
import { readCalendarIds, getName } from '../share-link/fields.ts'
import { type BookingNeeds, bookingPageJson } from './get.ts'

/** BookingPage/set. The address of a new page is in the answer, and nowhere else. */
export function bookingPageSet({ booking, choose }: BookingNeeds): Method {
  return {
    writes: true,
    run: async (args, context) => {
      const request = setRequest(args, context.caller, [], choose)
      const { account, ifInState } = request
      const type = bookingPageType(`${context.origin()}/book/`)
      const { answer, done } = await setObjects(type, request, context, async (objects) => {
        const written = await booking.pages.set(context.caller.userId, account.id, objects, ifInState)
        return written === 'state-mismatch'
          ? written
          : { ...written, refusedDestroys: refuseUnless(objects.destroy, written.destroyed) }
      })
      return { ...answer, ...toJournalProperty(done, context) }
    },
  }
}

interface NewPage {
  page: BookingPage
  token: string
}

const bookingPageType = (address: string) => ({
  wireId: bookingPageWireId,
  readCreation: newPage,
  readPatch: pageFields,
  getId: ({ page }: NewPage) => page.id,
  toJson: ({ page, token }: NewPage, id: string) => ({
    ...bookingPageJson(page),
    ...newAddress(id, token, address),
  }),
  toError,
})

const readers: Readonly<Record<string, (value: unknown) => unknown>> = {
  name: (value) => (getName(value) === '' ? 'Appointment' : getName(value)),
  isEnabled: (value) => (typeof value === 'boolean' ? value : undefined),
  destinationId: (value): CalendarId | undefined => calendarWireId.decode(value),
  busyCalendarIds: readCalendarIds,
  settings: (value) => (isObject(value) ? readSettings(value) : undefined),
}

/** Numbers of the settings are brought inside their limits, never refused. */
function pageFields(json: JsonObject): Partial<BookingPageFields> | SetError {
  const fields: Record<string, unknown> = {}
  const bad: string[] = []
  for (const [property, value] of Object.entries(json)) {
    const read = Object.hasOwn(readers, property) ? readers[property]?.(value) : undefined
    if (read === undefined) bad.push(property)
    else fields[property] = read
  }
  return bad.length > 0 ? invalidProperties(bad) : fields
}

function newPage(json: JsonObject): NewBookingPage | SetError {
  const fields = pageFields(json)
  if ('type' in fields) return fields
  const { destinationId } = fields
  if (destinationId === undefined) return invalidProperties(['destinationId'])
  const usual = { name: 'Appointment', isEnabled: true, settings: readSettings({}) }
  return { ...usual, ...fields, destinationId }
}

function toError(why: BookingPageRefusal): SetError {
  switch (why) {
    case 'not-found':
      return { type: 'notFound' }
    case 'too-many':
      return { type: 'overQuota', description: { problem: 'booking/too-many-pages' } }
    case 'read-only':
      return invalidProperties(['destinationId'], { problem: 'booking/calendar-not-writable' })
    case 'unknown-calendar':
      return invalidProperties(['destinationId', 'busyCalendarIds'], { problem: 'calendar/not-found' })
  }
}
