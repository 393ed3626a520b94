import { words } from '../words/index.ts'
import type { Done } from './outbox.ts'
import type { Toast, Toasts } from './toasts.ts'

/** What was done in this window, newest last, to be taken back one by one. */
export interface UndoStack {
  /** Tells it with an Undo button. */
  push(done: Done, toasts: Toasts, text: string): void
  /** Things that speak for themselves on screen, such as a star. */
  pushQuietly(done: Done): void
  /**
   * Takes back what the toast on screen is about, else the newest. The toast wins because marking the next
   * conversation as read comes after archiving the last one, and is not what `z` is pressed for.
   */
  undo(toasts: Toasts): void
}

/** Enough for a long morning; the server's history keeps the rest. */
const maxDone = 100

export function createUndoStack(): UndoStack {
  let done: Done[] = []
  const shown = new WeakMap<Toast, Done>()

  function take(one: Done, toasts: Toasts): void {
    done = done.filter((other) => other !== one)
    one.undo()
    toasts.show({ text: words.undone, tone: 'plain' })
  }

  function pushQuietly(one: Done): void {
    done = [...done, one].slice(-maxDone)
  }

  return {
    push(one, toasts, text) {
      pushQuietly(one)
      const toast: Toast = {
        text,
        tone: 'plain',
        action: { title: words.undo, run: () => take(one, toasts) },
      }
      shown.set(toast, one)
      toasts.show(toast)
    },
    pushQuietly,
    undo(toasts) {
      const { current } = toasts
      const one = (current && shown.get(current)) ?? done.at(-1)
      if (one) take(one, toasts)
      else toasts.show({ text: words.nothingToUndo, tone: 'plain' })
    },
  }
}
