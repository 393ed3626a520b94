import { dice, named, type Dice } from '../dice.ts'
import { closings, fillings, greetings, prefixes, topics, type StoryTopic } from '../bank/topics.ts'
import { clients, colleagues, friends } from '../bank/people.ts'
import { plainTurn, styledTurn, type Turn } from '../write/quote.ts'
import { pdf, png, type Colour } from '../write/files.ts'
import type { Enclosure, StoryMessage, StoryPerson } from '../write/story-message.ts'
import type { StoryItem, StoryPlace } from './kind.ts'

/** A thread between the owner and others: who takes part, about what, and when each turn was written. */
export interface StoryThread {
  name: string
  topic: StoryTopic
  /** Everybody but the owner. */
  participants: readonly StoryPerson[]
  /** When each turn arrived, oldest first. */
  dates: readonly Date[]
}

/** Words for a thread that are the same for each of its turns. */
export function buildThread(seed: string, name: string, dates: readonly Date[]): StoryThread {
  const d = dice(seed, 'thread', name)
  const circle = d.pick([colleagues, colleagues, clients, friends])
  return { name, topic: d.pick(topics), participants: d.some(circle, d.pick([1, 1, 1, 2, 3])), dates }
}

/** How many turns the topic of a thread has to offer. */
export function getTurns(thread: StoryThread): number {
  return 1 + thread.topic.answers.length
}

/** The `turn`-th message of a thread, quoting the one before it as mail programs do. */
export function turnOfThread(place: StoryPlace, thread: StoryThread, turn: number): StoryItem {
  const mine = writes(place, thread, turn) === place.owner
  return {
    message: () => messageOfTurn(place, thread, turn),
    ...(mine ? { to: 'sent', isSeen: true } : {}),
  }
}

function writes({ owner, seed }: StoryPlace, { participants, name }: StoryThread, turn: number): StoryPerson {
  const d = dice(seed, 'writer', name)
  const all = d.chance(0.6)
    ? [...participants.slice(0, 1), owner, ...participants.slice(1)]
    : [owner, ...participants]
  return all[turn % all.length] ?? owner
}

function messageOfTurn(place: StoryPlace, thread: StoryThread, turn: number): StoryMessage {
  const turns = Array.from({ length: turn + 1 }, (_, t) => turnAt(place, thread, t))
  const now = turns[turn]
  if (!now) throw new Error('A thread has a first turn')
  const before = turns[turn - 1]
  const d = dice(place.seed, 'shape', thread.name, turn)
  const everybody = [place.owner, ...thread.participants].filter((person) => person !== now.from)
  const answered = before && before.from !== now.from ? before.from : everybody[0]
  // Some people delete what they answer.
  const shown = d.chance(0.08) ? [now] : turns
  return {
    from: now.from,
    to: answered ? [answered] : [],
    cc: everybody.filter((person) => person !== answered),
    subject: now.subject,
    date: now.date,
    id: now.id,
    ...threading(turns, turn, d),
    text: plainTurn(shown),
    html: styledTurn(shown),
    ...(turn === 0 && { enclosures: (thread.topic.files ?? []).map((file) => enclosure(file, now.subject)) }),
  }
}

/** Some programs lose References, or keep but the last of them. */
function threading(turns: readonly Turn[], turn: number, d: Dice): Partial<StoryMessage> {
  const before = turns[turn - 1]
  if (!before) return {}
  if (d.chance(0.05)) return {}
  if (d.chance(0.05)) return { references: [before.id] }
  return { replyTo: before.id, references: turns.slice(0, turn).map(({ id }) => id) }
}

function turnAt(place: StoryPlace, thread: StoryThread, turn: number): Turn {
  const d = dice(place.seed, 'turn', thread.name, turn)
  const from = writes(place, thread, turn)
  const reader =
    turn === 0
      ? (thread.participants.find((person) => person !== from) ?? place.owner)
      : writes(place, thread, turn - 1)
  const name = first(reader === from ? place.owner : reader)
  const fill = (text: string): string => filled(text, place.seed, thread.name)
  const subject = fill(thread.topic.subject)
  const texts =
    turn === 0 ? thread.topic.opening : [thread.topic.answers[(turn - 1) % thread.topic.answers.length] ?? '']
  const greeting = turn === 0 || d.chance(0.4) ? `${d.pick(greetings).replace('{name}', name)}\n\n` : ''
  const closing = `\n\n${turn === 0 || d.chance(0.5) ? `${d.pick(closings)}\n` : ''}${first(from)}`
  return {
    from,
    body: greeting + fill(texts.join('\n\n')) + closing,
    subject: turn === 0 ? subject : d.pick(prefixes) + subject,
    id: `${named(place.seed, thread.name, turn)}@${from.email.split('@')[1] ?? 'mail.example'}`,
    date: thread.dates[turn] ?? place.receivedAt,
  }
}

/** The same word for the same gap throughout a thread. */
function filled(text: string, seed: string, thread: string): string {
  return text.replace(/\{(\w+)\}/g, (gap, key: string) => {
    const words = fillings[key]
    return words ? dice(seed, 'words', thread, key).pick(words) : gap
  })
}

const first = ({ name }: StoryPerson): string => name.replace(/^Dr\. /, '').split(' ')[0] ?? name

/** Dusk, dawn, noon and fog. */
const skies: ReadonlyArray<readonly [Colour, Colour]> = [
  [
    [40, 92, 120],
    [240, 196, 120],
  ],
  [
    [90, 60, 110],
    [244, 170, 140],
  ],
  [
    [60, 130, 190],
    [222, 238, 245],
  ],
  [
    [96, 108, 112],
    [214, 216, 210],
  ],
]

export function enclosure(name: string, title: string): Enclosure {
  if (name.endsWith('.png'))
    return { name, type: 'image/png', bytes: png(480, 320, ...dice(name).pick(skies)) }
  return {
    name,
    type: 'application/pdf',
    bytes: pdf([title, name, 'Scale 1:50, all dimensions in centimetres.']),
  }
}
