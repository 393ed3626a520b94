import type { StoryMessage, StoryPerson } from '../write/story-message.ts'

/** Position of a message in its mailbox; all its content follows from it. */
export interface StoryPlace {
  seed: string
  owner: StoryPerson
  /** In the mailbox, 0 is the oldest. */
  index: number
  receivedAt: Date
}

/** A message to deliver, not rendered yet, and how its owner treats it. */
export interface StoryItem {
  /** Made anew for each rendering. */
  message: () => StoryMessage
  /** A role or a name; default: the inbox. */
  to?: string
  /** Beyond what the mailbox's age says. */
  keywords?: readonly string[]
  /** Whether it has been read; absent: as its age says. */
  isSeen?: boolean
}

/** One sort of mail. `turn` tells apart messages of one sort. */
export type Kind = (place: StoryPlace, turn: number) => StoryItem
