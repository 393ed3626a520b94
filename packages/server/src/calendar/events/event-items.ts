import type { JournalItem } from '../../changes/index.ts'
import type { CalendarEvent } from '../door.ts'

/** What a write did to one event; undefined where there was none, or is none any more. */
export interface EventWrite {
  before: CalendarEvent | undefined
  after: CalendarEvent | undefined
}

/** Events are small and few: history keeps them whole, so that taking back is exact. */
export function itemOf({ before, after }: EventWrite): JournalItem[] {
  const kept = (one: CalendarEvent | undefined) =>
    one ? { calendarId: one.calendarId, event: one.event, source: one.source } : null
  const one = after ?? before
  return one ? [{ type: 'CalendarEvent', id: one.id, before: kept(before), after: kept(after) }] : []
}
