import { createOpenings, type Openings } from './openings.ts'
import { createSeenMessages, type SeenMessages } from './seen-messages.ts'

interface PresenceParts {
  load: () => Promise<void>
  /** Ids of the messages before this one, folded ones too. */
  idsAbove: (id: string) => readonly string[]
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
  /** The body of a message cannot be had; its place is as high as it stays. */
  failed(id: string): void
}

export function createThreadPresence(parts: PresenceParts): ThreadPresence {
  const { load, idsAbove, isFolded, isNewest, markSeen, after } = parts
  const readableIds = new Set<string>()
  const failedIds = new Set<string>()
  let seenIds = new Set<string>()
  let watched: SeenMessages | undefined
  const openings = createOpenings(load, () => markSeen(seenIds))

  const hasText = (id: string): boolean => readableIds.has(id) || isFolded(id)
  /** A message whose predecessors still grow stands where nobody will read it: they push it down, often off the screen. */
  const isInPlace = (id: string): boolean =>
    idsAbove(id).every((above) => hasText(above) || failedIds.has(above))

  return {
    openings,
    begin(scroll) {
      seenIds = new Set()
      const seen = (id: string): void => {
        seenIds.add(id)
        markSeen(new Set([id]))
      }
      const isReadable = (id: string): boolean => hasText(id) && isInPlace(id)
      const watching = createSeenMessages(scroll, isReadable, seen, after)
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
      watched?.reconsider()
      if (isNewest(id)) openings.laidOut()
    },
    failed(id) {
      failedIds.add(id)
      watched?.reconsider()
    },
  }
}
