import type { JournalItem } from '../../changes/index.ts'
import type { Calendar } from '../door.ts'

/** Builds the journal item of a calendar; a side is undefined where the calendar does not exist. */
export function calendarItem(before: Calendar | undefined, after: Calendar | undefined): JournalItem {
  const journalled = (calendar: Calendar | undefined) => (calendar ? { ...calendar } : null)
  return {
    type: 'Calendar',
    id: after?.id ?? before?.id ?? 0,
    before: journalled(before),
    after: journalled(after),
  }
}
