import { createOpenings, type Openings } from './openings.ts'
import { createSeenMessages, type SeenMessages } from './seen-messages.ts'

interface PresenceParts {
  load: () => Promise<void>
  isFolded: (id: string) => boolean
  isNewest: (id: string) => boolean
  markSeen: (ids: ReadonlySet<string>) => void
  after: (ms: number, task: () => void) => () => void
}

/** Tracks which messages of a conversation can be read, and which ones were on screen since it was opened. */
export interface ThreadPresence {
  openings: Openings
  /** Watches from now on; what was seen at an earlier opening counts no more. */
  begin(scroll: HTMLElement): SeenMessages
  /** The body of a message can be read. */
  laidOut(id: string): void
}

export function createThreadPresence(parts: PresenceParts): ThreadPresence {
  const { load, isFolded, isNewest, markSeen, after } = parts
  const readableIds = new Set<string>()
  let seenIds = new Set<string>()
  let watched: SeenMessages | undefined
  const openings = createOpenings(load, () => markSeen(seenIds))

  return {
    openings,
    begin(scroll) {
      seenIds = new Set()
      const seen = (id: string): void => {
        seenIds.add(id)
        markSeen(new Set([id]))
      }
      const watching = createSeenMessages(scroll, (id) => readableIds.has(id) || isFolded(id), seen, after)
      watched = watching
      return {
        ...watching,
        end() {
          if (watched === watching) watched = undefined
          watching.end()
        },
      }
    },
    laidOut(id) {
      readableIds.add(id)
      watched?.laidOut(id)
      if (isNewest(id)) openings.laidOut()
    },
  }
}
