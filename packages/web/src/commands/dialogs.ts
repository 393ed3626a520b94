import { createTopic } from '../records/index.ts'
import type { TypingHandover } from './typing-handover.ts'

/** The dialog on top, if any; a screen draws it. */
type DialogName =
  | 'move'
  | 'label'
  | 'categorise'
  | 'shortcuts'
  | 'palette'
  | 'confirm-destroy'
  | 'snooze'
  | 'remind'
  | 'folders'
  | 'outbox'
  | 'scheduled'
  | 'search'
  | 'block'
  | 'unsubscribe'
  | 'ask'
  | 'digest'

export interface Dialogs {
  /** Watched. */
  readonly current: DialogName | undefined
  open(name: DialogName): void
  close(): void
}

export function createDialogs(typing: Pick<TypingHandover, 'begin' | 'end'>): Dialogs {
  const topic = createTopic()
  let current: DialogName | undefined

  function close(): void {
    if (current === undefined) return
    // The search is a field of the screen: it stays, and may be taking what was typed.
    const isGone = current !== 'search'
    current = undefined
    topic.touch()
    if (isGone) typing.end()
  }

  return {
    get current() {
      topic.watch()
      return current
    },
    open(name) {
      current = name
      topic.touch()
      typing.begin({ place: name === 'search' ? 'search' : 'dialog:modal', cancel: close })
    },
    close,
  }
}
