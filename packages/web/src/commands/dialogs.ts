import { createTopic } from '../records/index.ts'

/** The dialog on top, if any; a screen draws it. */
export type DialogName =
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

export interface Dialogs {
  /** Watched. */
  readonly current: DialogName | undefined
  open(name: DialogName): void
  close(): void
}

export function createDialogs(): Dialogs {
  const topic = createTopic()
  let current: DialogName | undefined
  return {
    get current() {
      topic.watch()
      return current
    },
    open(name) {
      current = name
      topic.touch()
    },
    close() {
      current = undefined
      topic.touch()
    },
  }
}
