import { type EventObject, isObject, occurrenceObject } from '@plmail/calendar-format'
import type { AccountId } from '@plmail/wire'
import type { Sql } from '../../store/index.ts'
import { selectCalendars } from './calendar-rows.ts'
import type { BusyPeriod, BusyQuestion, Calendar, Taking } from '../types.ts'
import { isInvited, isTakenPartIn } from '../events/participation.ts'
import { within } from '../events/events-in-range.ts'

/** See `Calendars.busy`. Privacy does not matter: a secret event takes its time as well. */
export async function busyPeriods(
  sql: Sql,
  accountId: AccountId,
  { from, to, timeZone, ownAddresses, exceptUid }: BusyQuestion,
): Promise<BusyPeriod[]> {
  const all = await selectCalendars(sql, accountId)
  const counted = new Map(
    all
      .filter(({ availability }) => availability !== 'none')
      .map((calendar) => [calendar.id, calendar.availability]),
  )
  const window = { from, to, timeZone, calendarIds: [...counted.keys()] }
  const { takings } = await within(sql, accountId, window)
  return takings.flatMap((taking): BusyPeriod[] => {
    const event = getOccurrence(taking)
    const availability = counted.get(taking.calendarId) ?? 'none'
    if (exceptUid !== undefined && taking.event['uid'] === exceptUid) return []
    if (!event || taking.start === taking.end || !makesBusy(event, availability, ownAddresses)) return []
    const { id, start, end } = taking
    return [{ id, accountId, from: start, to: end, isTentative: event['status'] === 'tentative' }]
  })
}

const getOccurrence = ({ event, recurrenceId }: Taking): EventObject | undefined =>
  isObject(event['recurrenceOverrides']) ? occurrenceObject(event, recurrenceId) : event

function makesBusy(
  event: EventObject,
  availability: Calendar['availability'],
  own: ReadonlySet<string>,
): boolean {
  if (event['status'] === 'cancelled' || event['freeBusyStatus'] === 'free') return false
  return isTakenPartIn(event, own) && (availability === 'all' || isInvited(event, own))
}
