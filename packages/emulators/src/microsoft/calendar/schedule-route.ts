import type { EmulatedAnswer } from '../../http/answer.ts'
import { isRecord, ok, parameter, readCalendars, type GraphCall, type Route } from '../graph/call.ts'
import { getContext } from '../graph/paging.ts'
import { badRequest, Refused } from '../refused.ts'
import { takings } from '../mailbox/event-state.ts'
import { readWall, instantAt, writeWall, zoneNamed } from '../mailbox/zones.ts'

/** [D] */
const maxDays = 62
const maxSchedules = 20

/** `getSchedule`: what the default calendars of people say of their time. */
export const scheduleRoutes: readonly Route[] = ['calendar', 'calendars/:calendar'].map((path) => ({
  method: 'POST',
  path: `${path}/getSchedule`,
  operation: 'graph.calendar.getSchedule',
  scopes: readCalendars,
  run: schedules,
}))

function schedules(call: GraphCall): EmulatedAnswer {
  const requestedSchedules = parameter(call, 'schedules')
  if (!Array.isArray(requestedSchedules) || requestedSchedules.length === 0)
    throw badRequest('Schedules are required.')
  if (requestedSchedules.length > maxSchedules)
    throw new Refused(400, 'ErrorInvalidParameter', `At most ${maxSchedules} schedules can be asked for.`)
  const span = { from: getTime(call, 'startTime'), to: getTime(call, 'endTime') }
  if (span.to <= span.from || span.to - span.from > maxDays * 86_400_000)
    throw new Refused(400, 'ErrorInvalidTimeInterval', `A time window of up to ${maxDays} days is required.`)
  const value = requestedSchedules
    .map(String)
    .map((address) =>
      address.toLowerCase() === call.mailbox.email.toLowerCase()
        ? { scheduleId: address, availabilityView: '', scheduleItems: getItems(call, span) }
        : { scheduleId: address, availabilityView: '', scheduleItems: [], error: unknown },
    )
  return ok({ '@odata.context': getContext(call), value })
}

const unknown = { message: 'The mailbox could not be found.', responseCode: 'ErrorMailRecipientNotFound' }

function getItems(call: GraphCall, span: { from: number; to: number }): object[] {
  const { calendars, events } = call.mailbox.calendars
  const own = [...calendars.values()].find(({ isDefault }) => isDefault)?.n
  const timeZone = call.prefer.timeZone ?? 'UTC'
  return [...events.values()]
    .filter(({ calendar }) => calendar === own)
    .flatMap((state) => takings(state, span))
    .sort((a, b) => a.start - b.start)
    .map(({ facts, start, end }) => ({
      isPrivate: facts['sensitivity'] === 'private',
      status: facts['showAs'] ?? 'busy',
      subject: facts['subject'] ?? '',
      location: '',
      start: { dateTime: writeWall(start), timeZone },
      end: { dateTime: writeWall(end), timeZone },
    }))
}

function getTime(call: GraphCall, name: string): number {
  const value = parameter(call, name)
  const { dateTime, timeZone } = isRecord(value) ? value : {}
  const wall = typeof dateTime === 'string' ? readWall(dateTime) : undefined
  if (wall === undefined || typeof timeZone !== 'string') throw badRequest(`${name} is required.`)
  return instantAt(wall, zoneNamed(timeZone))
}
