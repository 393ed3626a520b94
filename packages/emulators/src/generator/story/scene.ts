import { named } from '../dice.ts'
import { enclosure } from '../kinds/conversation.ts'
import type { StoryItem } from '../kinds/kind.ts'
import type { Recipe } from '../profiles.ts'
import type { StoryPerson } from '../write/story-message.ts'
import { plainTurn, styledTurn, type Turn } from '../write/quote.ts'

/**
 * One conversation of the story. In its text `{w+5}` is the weekday in five days, `{b+5}` that
 * in five working days, and `{d-3}` the date three days ago.
 */
export interface Scene {
  subject: string
  /** Everybody but the owner. */
  with: readonly StoryPerson[]
  turns: readonly SceneTurn[]
  /** A label or category on all of it. */
  label?: string
}

interface SceneTurn {
  /** Days before the end of the mailbox and the time of day (UTC), `12 09:14`; or minutes before it, `25m`. */
  ago: string
  from: StoryPerson | 'me'
  text: string
  /** Names of enclosures. */
  files?: readonly string[]
  /** Absent: the other's unread only when new. */
  unread?: boolean
  flagged?: boolean
  /** Not sent yet. */
  draft?: boolean
}

const minute = 60_000
const day = 1440 * minute

/** When a turn came; a time of today that has not come yet is yesterday's. At work the days are working days. */
export function getMoment(ago: string, until: Date, atWork = false): Date {
  const minutes = /^(\d+)m$/.exec(ago)
  if (minutes) return new Date(until.getTime() - Number(minutes[1]) * minute)
  const [days = '0', hours = '0', mins = '0'] = ago.split(/[ :]/)
  const midnight = atWork ? workday(until, -Number(days)) : startOfDay(until.getTime() - Number(days) * day)
  const at = midnight.getTime() + (Number(hours) * 60 + Number(mins)) * minute
  return new Date(at > until.getTime() ? at - day : at)
}

/** The begin of the n-th working day after a date, or before it. */
export function workday(from: Date, n: number): Date {
  let at = startOfDay(from.getTime())
  for (let left = Math.abs(n); left > 0;) {
    at = new Date(at.getTime() + Math.sign(n) * day)
    if (at.getUTCDay() % 6 !== 0) left--
  }
  return at
}

const startOfDay = (time: number): Date => new Date(Math.floor(time / day) * day)

export function itemOfTurn(recipe: Recipe, scene: Scene, turn: number): StoryItem {
  const now = scene.turns[turn]
  if (!now) throw new Error(`${scene.subject} has no turn ${turn}`)
  const mine = now.from === 'me'
  return {
    message: () => buildMessage(recipe, scene, turn),
    ...(mine && { to: now.draft ? 'drafts' : 'sent' }),
    isSeen: mine || !now.unread,
    keywords: [
      ...(scene.label ? [scene.label] : []),
      ...(now.flagged ? ['$flagged'] : []),
      ...(now.draft ? ['$draft'] : []),
    ],
  }
}

function buildMessage(
  { seed, owner, until, story }: Recipe,
  scene: Scene,
  turn: number,
): ReturnType<StoryItem['message']> {
  const turns = scene.turns.slice(0, turn + 1).map((earlierTurn, n): Turn => {
    const from = earlierTurn.from === 'me' ? owner : earlierTurn.from
    const subject = dated(scene.subject, until)
    return {
      from,
      body: dated(earlierTurn.text.trim(), until),
      subject: n === 0 ? subject : `Re: ${subject}`,
      id: `${named(seed, owner.email, scene.subject, n)}@${from.email.split('@')[1] ?? ''}`,
      date: getMoment(earlierTurn.ago, until, story === 'work'),
    }
  })
  const now = turns[turn]
  if (!now) throw new Error(`${scene.subject} has no turn ${turn}`)
  const before = turns[turn - 1]
  const everybody = [owner, ...scene.with].filter((person) => person !== now.from)
  const [to, ...cc] = everybody
  return {
    from: now.from,
    to: to ? [to] : [],
    cc,
    subject: now.subject,
    date: now.date,
    id: now.id,
    ...(before && { replyTo: before.id, references: turns.slice(0, turn).map(({ id }) => id) }),
    text: plainTurn(turns),
    html: styledTurn(turns),
    enclosures: (scene.turns[turn]?.files ?? []).map((file) => enclosure(file, now.subject)),
  }
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const months = 'January February March April May June July August September October November December'.split(
  ' ',
)

function dated(text: string, until: Date): string {
  return text.replace(/\{([wbd])([+-]\d+)\}/g, (_all, what: string, days: string) => {
    const date = what === 'b' ? workday(until, Number(days)) : new Date(until.getTime() + Number(days) * day)
    return what !== 'd'
      ? (weekdays[date.getUTCDay()] ?? '')
      : `${date.getUTCDate()} ${months[date.getUTCMonth()] ?? ''}`
  })
}
