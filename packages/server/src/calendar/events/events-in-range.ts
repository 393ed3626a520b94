import { expand, toSeries } from '@plmail/calendar-format'
import type { AccountId } from '@plmail/wire'
import type { Sql } from '../../store/index.ts'
import type { Taking, Window } from '../types.ts'
import { eventsDuring } from './event-rows.ts'

/** See `Calendars.events.within`. */
export async function within(
  sql: Sql,
  accountId: AccountId,
  { from, to, timeZone, calendarIds }: Window,
): Promise<{ takings: Taking[]; isCutOff: boolean }> {
  const events = await eventsDuring(sql, accountId, calendarIds, [new Date(from), new Date(to)])
  const takings: Taking[] = []
  let isCutOff = false
  for (const { id, calendarId, event } of events) {
    const expanded = expand(toSeries(event), from, to, timeZone)
    isCutOff ||= expanded.isCutOff
    for (const occurrence of expanded.occurrences) takings.push({ ...occurrence, id, calendarId, event })
  }
  takings.sort((a, b) => a.start - b.start || a.id - b.id)
  return { takings, isCutOff }
}
