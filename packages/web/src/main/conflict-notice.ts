import { type EventChangeProblem, isEventChangeProblem, type NoticeEvent } from '@plmail/wire'
import type { App } from '../commands/index.ts'
import { conflictWords as words } from '../words/event-conflicts.ts'

/** A change of an event that was not kept: stays until somebody has seen it, and leads to where it is settled. */
export function showConflict(
  { toasts, navigator }: Pick<App, 'toasts' | 'navigator'>,
  { text, problem }: NoticeEvent,
): void {
  const review = (): void => {
    toasts.dismiss()
    navigator.go({ screen: 'settings', page: 'calendars' })
  }
  toasts.show({
    text: isEventChangeProblem(problem) ? sentenceOf(problem) : text,
    tone: 'problem',
    isLasting: true,
    action: { title: words.review, run: review },
  })
}

function sentenceOf({ code, parameters: { title, provider, more } }: EventChangeProblem): string {
  const event = title === '' ? words.untitled : words.quoted({ title })
  const sentence = code === 'refused' ? words.refusedBy[provider]({ event }) : words.what[code]({ event })
  return more === 0 ? sentence : `${sentence} ${words.moreToReview({ count: more })}`
}
