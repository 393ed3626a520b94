import { computeBounds, type EventObject, expand, firstOccurrence, toSeries } from '@plmail/calendar-format'
import { type CalendarEvent, textsOf } from '../../../calendar/index.ts'
import type { FilterTree } from '../../engine/query.ts'
import type { EventCondition } from './event-question.ts'

/** Whether an event answers the filter: the whole series, where it has any occurrence that does. */
export function answers(
  { event, calendarId }: Pick<CalendarEvent, 'event' | 'calendarId'>,
  filter: FilterTree<EventCondition> | null,
  timeZone: string,
): boolean {
  if (filter === null) return true
  if ('condition' in filter) {
    const { condition } = filter
    return (
      (condition.calendarId === undefined || condition.calendarId === calendarId) &&
      (condition.uid === undefined || condition.uid === event['uid']) &&
      (condition.texts.length === 0 || hasWords(event, condition)) &&
      isWithin(event, condition, timeZone)
    )
  }
  const passes = (inner: FilterTree<EventCondition>) => answers({ event, calendarId }, inner, timeZone)
  if (filter.operator === 'AND') return filter.conditions.every(passes)
  return filter.conditions.some(passes) === (filter.operator === 'OR')
}

/** Each word of each text stands in the field that it is asked of. */
export function hasWords(event: EventObject, { texts }: Pick<EventCondition, 'texts'>): boolean {
  if (texts.length === 0) return true
  const eventTexts = textsOf(event)
  return texts.every(
    ([field, words]) => words.length > 0 && words.every((word) => eventTexts[field].includes(word)),
  )
}

function isWithin(event: EventObject, { after, before }: EventCondition, timeZone: string): boolean {
  if (after === undefined && before === undefined) return true
  const series = toSeries(event)
  if (series.rule === null && series.moved.size === 0) {
    const { start, end } = firstOccurrence(series, timeZone)
    return start < (before ?? Infinity) && (end > (after ?? -Infinity) || start >= (after ?? -Infinity))
  }
  if (after !== undefined && before !== undefined)
    return expand(series, after, before, timeZone).occurrences.length > 0
  const { first, last } = computeBounds(series)
  return (before === undefined || first < before) && (after === undefined || (last ?? Infinity) > after)
}
