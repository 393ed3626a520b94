import { words } from '../words/index.ts'
import type { Done } from './outbox.ts'
import type { Toast, Toasts } from './toasts.ts'

/** The changes made in this window, newest last, to be undone one by one. */
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

  function take(deed: Done, toasts: Toasts): void {
    done = done.filter((candidate) => candidate !== deed)
    deed.undo()
    toasts.show({ text: words.undone, tone: 'plain' })
  }

  function pushQuietly(deed: Done): void {
    done = [...done, deed].slice(-maxDone)
  }

  return {
    push(deed, toasts, text) {
      pushQuietly(deed)
      const toast: Toast = {
        text,
        tone: 'plain',
        action: { title: words.undo, run: () => take(deed, toasts) },
      }
      shown.set(toast, deed)
      toasts.show(toast)
    },
    pushQuietly,
    undo(toasts) {
      const { current } = toasts
      const deed = (current && shown.get(current)) ?? done.at(-1)
      if (deed) take(deed, toasts)
      else toasts.show({ text: words.nothingToUndo, tone: 'plain' })
    },
  }
}
