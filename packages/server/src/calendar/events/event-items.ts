import type { JournalItem } from '../../changes/index.ts'
import type { CalendarEvent } from '../types.ts'

/** A write to one event; a side is undefined where the event does not exist. */
export interface EventWrite {
  before: CalendarEvent | undefined
  after: CalendarEvent | undefined
}

/** Events are small and few: history keeps them whole, so that taking back is exact. */
export function toJournalItems({ before, after }: EventWrite): JournalItem[] {
  const journalled = (event: CalendarEvent | undefined) =>
    event ? { calendarId: event.calendarId, event: event.event, source: event.source } : null
  const event = after ?? before
  return event
    ? [{ type: 'CalendarEvent', id: event.id, before: journalled(before), after: journalled(after) }]
    : []
}
