import type { CalendarEventView, RecurrenceRule } from '@plmail/wire'
import type { EventChange, SeriesScope } from '../data/series.ts'
import { changeOf, type TypedEvent } from './event-fields.ts'

interface EditedEvent extends Pick<TypedEvent, 'fields' | 'before' | 'rule' | 'isRuleTouched'> {
  /** The event as the form shows it: the series, with the overrides of this occurrence. */
  shown: CalendarEventView
  parts: Parameters<typeof changeOf>[3]
}

/** Only what was touched, but for the calendar it lies in. */
export function changeToWrite(edited: EditedEvent): EventChange {
  const { fields, before, shown, rule, isRuleTouched, parts } = edited
  return { ...changeOf(before, fields, shown, parts), ...(isRuleTouched ? changeOfRule(rule) : {}) }
}

/** Overrides of single occurrences go when the rule changes. */
function changeOfRule(rule: RecurrenceRule | undefined): EventChange {
  return rule ? { recurrenceRule: rule } : { recurrenceRule: null, recurrenceOverrides: null }
}

/** How much of a series the change may be meant for: what belongs to the series cannot be another for one of it. */
export function scopesOf(change: EventChange, isGuest: boolean): readonly SeriesScope[] {
  if (isGuest || 'calendarIds' in change) return ['all']
  const isOfSeries = 'recurrenceRule' in change || 'privacy' in change
  return isOfSeries ? ['following', 'all'] : ['one', 'following', 'all']
}
