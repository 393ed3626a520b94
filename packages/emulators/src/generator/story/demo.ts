import { aisha, ben, greta, tomas, yuki } from '../bank/people.ts'
import { newsletters, shops } from '../bank/senders.ts'
import { dice, named } from '../dice.ts'
import { buildThread, turnOfThread, getTurns } from '../kinds/conversation.ts'
import { answer, invite, type Meeting } from '../kinds/invitation.ts'
import type { StoryItem, StoryPlace } from '../kinds/kind.ts'
import { bounce, listPost } from '../kinds/lists.ts'
import { buildNewsletter } from '../kinds/newsletter.ts'
import { code, comment, phishing, securityAlert } from '../kinds/notices.ts'
import { oddities } from '../kinds/odd.ts'
import { buildReceipt } from '../kinds/receipt.ts'
import type { Course, Recipe } from '../profiles.ts'
import type { StoryPerson } from '../write/story-message.ts'
import { familyAndFriends } from './family-and-friends.ts'
import { harbourLibrary } from './harbour-library.ts'
import { houseAndErrands } from './house-and-errands.ts'
import { itemOfTurn, getMoment, type Scene, workday } from './scene.ts'
import { studio } from './studio.ts'

/** A winter at home: a journey, a move, a birthday, and everything in between. */
const home: readonly Scene[] = [...familyAndFriends, ...houseAndErrands]

/** A winter at a small architects’ studio that builds a library by the harbour. */
const work: readonly Scene[] = [...harbourLibrary, ...studio]

const size = 400
const minute = 60_000
const day = 1440 * minute

interface Entry {
  at: Date
  item: (place: StoryPlace) => StoryItem
}

/** A mailbox that reads like a life: the story of its owner, and around it what else a mailbox fills with. */
export function demo(base: Recipe): Course {
  // Both stories are one person's, who does not get the same mail twice.
  const recipe = base.story === 'work' ? { ...base, seed: `${base.seed} work` } : base
  const ownEntries = [...story(recipe), ...meetings(recipe), ...oddOnes(recipe)]
  const entries = [...ownEntries, ...around(recipe, size - ownEntries.length)].sort(
    (a, b) => a.at.getTime() - b.at.getTime(),
  )
  const entry = (index: number): Entry => {
    const shown = entries[index]
    if (!shown) throw new Error(`No message ${index}`)
    return shown
  }
  return {
    count: size,
    receivedAt: (index) => entry(index).at,
    item: (index) => entry(index).item({ ...recipe, index, receivedAt: entry(index).at }),
  }
}

function story(recipe: Recipe): Entry[] {
  return (recipe.story === 'work' ? work : home).flatMap((scene) =>
    scene.turns.map(({ ago }, turn) => ({
      at: getMoment(ago, recipe.until, recipe.story === 'work'),
      item: () => itemOfTurn(recipe, scene, turn),
    })),
  )
}

type Upcoming = readonly [title: string, where: string, days: number, hour: number, organiser: StoryPerson]

function toMeeting(
  { owner, until }: Pick<Recipe, 'owner' | 'until'>,
  [title, where, days, hour, organiser]: Upcoming,
): Meeting {
  return {
    uid: `${named(title, owner.email)}@larkfield.example`,
    title,
    where,
    begins: new Date(workday(until, days).getTime() + hour * 60 * minute),
    minutes: 60,
    organiser,
    guests: [owner, tomas, aisha].filter((guest) => guest !== organiser),
  }
}

/** The owner of the work story invited others to these meetings: they are in the calendar before an answer comes. */
export function ownMeeting(whose: Pick<Recipe, 'owner' | 'until'>): Meeting {
  const meeting = toMeeting(whose, ['Committee drawings: last look', 'Meeting room 2', 3, 15, whose.owner])
  return { ...meeting, guests: [...meeting.guests, yuki] }
}

/** Invitations to what is still to come, one taken back, and an answer to the owner's own. */
function meetings({ owner, until, story: storyName }: Recipe): Entry[] {
  if (storyName !== 'work') return []
  const meeting = (...upcoming: Upcoming): Meeting => toMeeting({ owner, until }, upcoming)
  const sill = meeting('Reading room: the sill, for real', 'Workshop', 2, 9, aisha)
  const jury = meeting('Market hall: questions to the jury', 'Online', 1, 13, greta)
  const walk = meeting('Walk over the slab', 'Nordhafen site office', 4, 8, ben)
  const ownersMeeting = ownMeeting({ owner, until })
  return [
    { at: getMoment('2 10:05', until, true), item: (place) => invite(place, sill, 'REQUEST') },
    { at: getMoment('1 13:40', until, true), item: (place) => invite(place, jury, 'REQUEST') },
    {
      at: getMoment('6 07:45', until, true),
      item: (place) => ({ ...invite(place, walk, 'REQUEST'), isSeen: true }),
    },
    {
      at: getMoment('74m', until, true),
      item: (place) => ({ ...invite(place, walk, 'CANCEL'), isSeen: false }),
    },
    { at: getMoment('112m', until, true), item: (place) => answer(place, ownersMeeting, yuki, 'ACCEPTED') },
  ]
}

/** Lists odd messages of the sorts that people really get. */
function oddOnes({ until }: Recipe): Entry[] {
  const chosen = [0, 3, 4, 6, 11, 12, 18]
  return chosen.map((which, n) => ({
    at: new Date(until.getTime() - (5 + n * 9.3) * day),
    item: (place) => (oddities[which] ?? bounce)(place, 0),
  }))
}

/** The rest: newsletters, receipts, codes, lists, and older threads, the further back the thinner. */
function around(recipe: Recipe, count: number): Entry[] {
  const ahead = recipe.story === 'work' ? 5 : 0
  const sheets = newsletters.flatMap((sheet) => sheet.issues.map((issue) => ({ sheet, issue })))
  const several = (total: number, span: number, item: (place: StoryPlace, n: number) => StoryItem): Entry[] =>
    Array.from({ length: total }, (_, n) => ({
      at: sometime(recipe, { name: `${span} ${total} ${n}`, share: (n + 0.4) / total, span }),
      // The oldest comes first.
      item: (place) => item(place, total - 1 - n + ahead),
    }))
  const entries = [
    ...several(30, 45, (place, n) => {
      const newsletter = sheets[(n * 7) % sheets.length]
      if (!newsletter) throw new Error('There are no newsletters')
      return buildNewsletter(place, newsletter.sheet, newsletter.issue)
    }),
    ...several(26, 120, (place, n) => ({ ...bought(place, n), keywords: ['Receipts'] })),
    ...several(14, 40, code),
    ...several(7, 90, securityAlert),
    ...several(10, 30, phishing),
    ...several(21, 60, listPost),
    ...several(18, 35, comment),
    ...several(3, 80, bounce),
  ]
  return [...entries, ...oldThreads(recipe, count - entries.length)]
}

function bought(place: StoryPlace, n: number): StoryItem {
  const shop = shops[n % shops.length]
  if (!shop) throw new Error('There are no shops')
  const d = dice(place.seed, 'bought', n)
  return buildReceipt(place, shop, d.some(shop.goods, shop.kind === 'order' ? 1 + d.below(3) : 1))
}

/** Exactly as many messages, in threads of some days each. */
function oldThreads(recipe: Recipe, count: number): Entry[] {
  const entries: Entry[] = []
  for (let n = 0; entries.length < count; n++) {
    const d = dice(recipe.seed, 'old', n)
    const name = `old ${n}`
    const turns = Math.min(
      d.pick([1, 2, 2, 3, 3, 4]),
      getTurns(buildThread(recipe.seed, name, [])),
      count - entries.length,
    )
    const begins = sometime(recipe, { name, share: (n + 1) / (count / 2.3), span: 240, minimum: 14 })
    // Answered within hours, or by the next day.
    let at = begins.getTime()
    const dates = Array.from({ length: turns }, () => {
      const date = new Date(at)
      at += (1 + d.below(9)) * 60 * minute + d.below(60) * 1000
      return date
    })
    const thread = buildThread(recipe.seed, name, dates)
    dates.forEach((sentAt, turn) =>
      entries.push({ at: sentAt, item: (place) => turnOfThread(place, thread, turn) }),
    )
  }
  return entries
}

interface DrawnMoment {
  name: string
  share: number
  span: number
  minimum?: number
}

/** `share` 0 is now and 1 the begin of the span; at an hour at which people write. */
function sometime({ seed, until }: Recipe, { name, share, span, minimum = 0 }: DrawnMoment): Date {
  const d = dice(seed, 'sometime', name)
  const age = minimum + (span - minimum) * Math.min(1, share) ** 1.4
  const midnight = Math.floor((until.getTime() - age * day) / day) * day
  const at = midnight + (6 * 60 + d.below(13 * 60)) * minute + d.below(60) * 1000
  return new Date(at > until.getTime() - 5 * minute ? at - day : at)
}
