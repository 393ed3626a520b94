import { createTopic } from '../records/index.ts'

/** One line at the foot of the screen; with an action it stays 10 s. */
export interface Toast {
  readonly text: string
  readonly tone: 'plain' | 'problem'
  readonly action?: { title: string; run: () => void }
  /** Stays until it is dismissed: what nobody may miss. */
  readonly isLasting?: boolean
}

export interface Toasts {
  /** Watched. */
  readonly current: Toast | undefined
  show(toast: Toast): void
  dismiss(toast?: Toast): void
}

const plainMs = 5_000
const actionMs = 10_000

/** One toast at a time: a newer one takes the place of the older. `after` runs a task later, answering how to stop it. */
export function createToasts(after: (ms: number, task: () => void) => () => void): Toasts {
  const topic = createTopic()
  let current: Toast | undefined
  let cancel: (() => void) | undefined

  function set(toast: Toast | undefined): void {
    cancel?.()
    cancel = undefined
    current = toast
    topic.touch()
  }

  return {
    get current() {
      topic.watch()
      return current
    },
    show(toast) {
      set(toast)
      if (toast.isLasting) return
      cancel = after(toast.action ? actionMs : plainMs, () => set(undefined))
    },
    dismiss(toast) {
      if (!toast || toast === current) set(undefined)
    },
  }
}
