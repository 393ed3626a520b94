import { type DateWords, snoozeWords } from '../../words/index.ts'
import type { Later } from './list-row.ts'

/** The text of a row about its snooze or reminder. */
export interface SnoozeText {
  icon: 'snooze' | 'remind'
  text: string
  /** It wants to be seen, and not only when it is looked for. */
  isLoud: boolean
}

export function snoozeText(later: Later, dates: Pick<DateWords, 'ahead'>): SnoozeText {
  const when = dates.ahead(later.at)
  switch (later.kind) {
    case 'unanswered':
      return { icon: 'remind', text: snoozeWords.unanswered({ since: when }), isLoud: true }
    case 'waiting':
      return { icon: 'remind', text: snoozeWords.waiting({ when }), isLoud: false }
    case 'snoozed':
      return { icon: 'snooze', text: snoozeWords.until({ when }), isLoud: false }
    case 'returned': {
      const textFor = later.by === 'answer' ? snoozeWords.returnedByAnswer : snoozeWords.returned
      return { icon: 'snooze', text: textFor({ when }), isLoud: true }
    }
  }
}
