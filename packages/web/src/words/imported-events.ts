import type { CalendarImported } from '@plmail/wire'
import { calendarSourceWords } from './calendar-sources.ts'

/** Says what became of the entries of a calendar file, leaving out what there was none of. */
export function sayImported(counts: CalendarImported): string {
  const words = calendarSourceWords.imported
  const others = (['updated', 'skipped', 'unreadable', 'tasks', 'journals', 'unreadRules'] as const).filter(
    (outcome) => counts[outcome] > 0,
  )
  return [
    words.added({ count: counts.added }),
    ...others.map((outcome) => words[outcome]({ count: counts[outcome] })),
  ].join('. ')
}
