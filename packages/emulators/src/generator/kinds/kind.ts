import type { Letter, Person } from '../write/letter.ts'

/** Where a message stands: everything it says follows from this. */
export interface Place {
  seed: string
  owner: Person
  /** In the mailbox, 0 is the oldest. */
  index: number
  receivedAt: Date
}

/** What is delivered: a letter still to be rendered, and how its owner treats it. */
export interface Item {
  /** Made anew for each rendering. */
  letter: () => Letter
  /** A role or a name; default: the inbox. */
  to?: string
  /** Beyond what the mailbox's age says. */
  keywords?: readonly string[]
  /** Whether it has been read; absent: as its age says. */
  isSeen?: boolean
}

/** One sort of mail. `turn` tells apart messages of one sort. */
export type Kind = (place: Place, turn: number) => Item
