import { rawFrom, type RawMessage } from '../blobs/raw.ts'
import { dice } from './dice.ts'
import type { StoryItem } from './kinds/kind.ts'
import { huge, tiny, work, type Course, type Recipe } from './profiles.ts'
import { demo } from './story/demo.ts'
import { renderMessage } from './write/story-message.ts'

/** `tiny` 30, `demo` 400, `work` 8,000, `huge` 100,000 messages. */
export type MailboxProfile = 'tiny' | 'demo' | 'work' | 'huge'

export const profiles: readonly MailboxProfile[] = ['tiny', 'demo', 'work', 'huge']

export interface PlannedMailbox {
  count: number
  /** From 0, the oldest. */
  message(index: number): Planned
}

export interface Planned {
  raw: RawMessage
  receivedAt: Date
  /** A role or the name of a label or folder. */
  to: string
  keywords: readonly string[]
}

const courses: Record<MailboxProfile, (recipe: Recipe) => Course> = { tiny, demo, work, huge }

const day = 86_400_000

/** Plans a mailbox; nothing is rendered yet. */
export function mailbox(profile: MailboxProfile, recipe: Recipe): PlannedMailbox {
  const course = courses[profile](recipe)
  return {
    count: course.count,
    message(index) {
      const item = course.item(index)
      const receivedAt = course.receivedAt(index)
      // Keeps no more than a number: what it takes to render is made anew.
      const raw = rawFrom(() => renderMessage(course.item(index).message()))
      return { raw, receivedAt, ...treated(item, recipe, index, receivedAt) }
    },
  }
}

/** Chooses folder and keywords: new messages are partly unread, old ones mostly archived. */
function treated(
  item: StoryItem,
  { seed, until }: Recipe,
  index: number,
  at: Date,
): Pick<Planned, 'to' | 'keywords'> {
  const d = dice(seed, 'treated', index)
  const age = (until.getTime() - at.getTime()) / day
  const isSeen = item.isSeen ?? d.chance(age < 2 ? 0.5 : age < 14 ? 0.85 : 0.985)
  const keywords = [...(isSeen ? ['$seen'] : []), ...(d.chance(0.02) && !item.keywords ? ['$flagged'] : [])]
  const aside = age > 60 && d.chance(0.5) ? 'archive' : 'inbox'
  return { to: item.to ?? aside, keywords: [...keywords, ...(item.keywords ?? [])] }
}
