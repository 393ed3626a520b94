import type { NoticeEvent } from '@plmail/wire'
import type { App } from '../commands/index.ts'
import { conflictWords } from '../words/event-conflicts.ts'

/** A change of an event that was not kept: stays until somebody has seen it, and leads to where it is settled. */
export function showConflict(
  { toasts, navigator }: Pick<App, 'toasts' | 'navigator'>,
  { text }: NoticeEvent,
): void {
  const review = (): void => {
    toasts.dismiss()
    navigator.go({ screen: 'settings', page: 'calendars' })
  }
  toasts.show({
    text,
    tone: 'problem',
    isLasting: true,
    action: { title: conflictWords.review, run: review },
  })
}
