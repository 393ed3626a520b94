import type { JournalItem } from '../../changes/index.ts'
import type { Calendar } from '../door.ts'

/** What the journal keeps of a calendar; undefined where there was none, or is none any more. */
export function calendarItem(before: Calendar | undefined, after: Calendar | undefined): JournalItem {
  const journalled = (calendar: Calendar | undefined) => (calendar ? { ...calendar } : null)
  return { type: 'Calendar', id: after?.id ?? before?.id ?? 0, before: journalled(before), after: journalled(after) }
}
