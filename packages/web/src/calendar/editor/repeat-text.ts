import type { CalendarEventView } from '@plmail/wire'
import { calendarWords as words } from '../../words/index.ts'
import type { DateText } from '../date-text.ts'
import { ruleSentence } from './rule-sentence.ts'

/** How an event repeats, or that its rule isn't one that is expanded here; undefined for an event that does not repeat. */
export function repeatText(
  event: Pick<CalendarEventView, 'recurrenceRule' | 'start' | 'isRecurrenceUnread'> | undefined,
  dateText: DateText,
): string | undefined {
  if (event?.isRecurrenceUnread) return words.card.repeatUnsupported
  return event?.recurrenceRule ? ruleSentence(event.recurrenceRule, event.start, dateText) : undefined
}
