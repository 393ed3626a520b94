import { turnOfThread, buildThread, getTurns } from './kinds/conversation.ts'
import { invitation } from './kinds/invitation.ts'
import type { StoryItem, Kind, StoryPlace } from './kinds/kind.ts'
import { bounce, listPost } from './kinds/lists.ts'
import { newsletter } from './kinds/newsletter.ts'
import { code, phishing, securityAlert } from './kinds/notices.ts'
import { heaviest, oddities } from './kinds/odd.ts'
import { receipt } from './kinds/receipt.ts'
import { dice } from './dice.ts'
import type { StoryPerson } from './write/story-message.ts'

/** The inputs a mailbox is generated from; the same seed, owner and end give the same mailbox. */
export interface Recipe {
  seed: string
  owner: StoryPerson
  /** When the newest message came. */
  until: Date
  /** Theme of the readable mailbox; default: home. */
  story?: 'home' | 'work'
}

/** A mailbox that was never written down: its messages are made one by one, each without those before it. */
export interface Course {
  count: number
  receivedAt(index: number): Date
  item(index: number): StoryItem
}

const day = 86_400_000

/** One of each kind, for tests that read a mailbox whole. */
export function tiny(recipe: Recipe): Course {
  const kinds: readonly Kind[] = [
    newsletter,
    receipt,
    code,
    securityAlert,
    phishing,
    invitation,
    listPost,
    bounce,
  ]
  const count = kinds.length + 20 + 2
  const receivedAt = spread(recipe, count, 30 * day)
  return {
    count,
    receivedAt,
    item(index) {
      const place = { ...recipe, index, receivedAt: receivedAt(index) }
      const kind = [...kinds, ...oddities.slice(0, 20)][index]
      if (kind) return kind(place, oddTurn(index - kinds.length))
      const thread = buildThread(recipe.seed, 'only', [receivedAt(count - 2), receivedAt(count - 1)])
      return turnOfThread(place, thread, index - (count - 2))
    },
  }
}

export const work = (recipe: Recipe): Course => blocks(recipe, 8_000, 900 * day)
export const huge = (recipe: Recipe): Course => blocks(recipe, 100_000, 3_650 * day)

/** The turn of an odd message: it tells twins apart, and makes no difference to the others. */
const oddTurn = (place: number): number => (place < 0 ? 0 : place % oddities.length)

/** Evenly over the time, each a little off its place but never out of order. */
function spread({ seed, until }: Recipe, count: number, span: number): (index: number) => Date {
  const step = span / count
  return (index) => {
    const off = dice(seed, 'date', index).below(800) / 1000
    return new Date(Math.floor((until.getTime() - (count - index - off) * step) / 1000) * 1000)
  }
}

/** Threads stay within their block, so that a message needs no more than its block to be made. */
const blockSize = 25

type Slot = (place: StoryPlace) => StoryItem

function blocks(recipe: Recipe, count: number, span: number): Course {
  const receivedAt = spread(recipe, count, span)
  /** The block made last: messages are mostly asked for in order. */
  let last: { number: number; slots: readonly Slot[] } | undefined
  return {
    count,
    receivedAt,
    item(index) {
      const number = Math.floor(index / blockSize)
      if (last?.number !== number) last = { number, slots: planBlock(recipe, number, receivedAt) }
      const slot = last.slots[index % blockSize]
      if (!slot) throw new Error(`No message ${index}`)
      return slot({ ...recipe, index, receivedAt: receivedAt(index) })
    },
  }
}

/** The heaviest message stands in one block alone. */
const heavyBlock = 3

function planBlock(recipe: Recipe, block: number, receivedAt: (index: number) => Date): Slot[] {
  const d = dice(recipe.seed, 'block', block)
  const single =
    (kind: Kind, each: number, n = 0): Slot =>
    (place) =>
      kind(place, block * each + n)
  const odd = oddities[block % oddities.length]
  const kinds: Slot[] = [
    ...[0, 1, 2, 3, 4].map((n) => single(newsletter, 5, n)),
    ...[0, 1].map((n) => single(receipt, 2, n)),
    ...[0, 1, 2].map((n) => single(listPost, 3, n)),
    single(code, 1),
    single(invitation, 1),
    single(block % 2 === 0 ? securityAlert : phishing, 1),
    ...(block % 3 === 0 ? [single(bounce, 1)] : []),
    ...(odd ? [(place: StoryPlace) => odd(place, oddTurn(block))] : []),
    ...(block === heavyBlock ? [single(heaviest, 1)] : []),
  ]
  const places = d.some(
    Array.from({ length: blockSize }, (_, i) => i),
    blockSize,
  )
  const slots: Slot[] = []
  for (const kind of kinds) slots[places.shift() ?? 0] = kind
  for (let n = 0; places.length > 0; n++) {
    const getDate = (place: number): Date => receivedAt(block * blockSize + place)
    const turns = Math.min(d.pick([1, 2, 3, 4, 5]), getTurns(buildThread(recipe.seed, `${block}.${n}`, [])))
    const threadPlaces = places.splice(0, turns).sort((a, b) => a - b)
    const thread = buildThread(recipe.seed, `${block}.${n}`, threadPlaces.map(getDate))
    threadPlaces.forEach((place, turn) => (slots[place] = (at) => turnOfThread(at, thread, turn)))
  }
  return slots
}
