import { type EventObject, isObject, isSame } from '@plmail/calendar-format'
import type { CalendarEventId, CalendarId } from '@plmail/wire'
import type { TestDatabase } from '../../store/test-database.ts'
import { type CalendarEvent } from '../../../../server/src/calendar/index.ts'
import { createEventMirror, type EventMirror } from '../../providers/contract/event-mirror.ts'
import { ProviderError } from '../../../../server/src/providers/contract/index.ts'
import type { Locks } from '../../../../server/src/store/index.ts'
import { mulberry } from '../seeded-random.ts'
import { type CalendarsForTests, calendarsForTests, type FirstSource } from './test-calendars.ts'
import { type KilledCalendarWorker, startKilledCalendars } from './killed-calendar-worker.ts'
import type { OtherSide, ProviderServer } from './other-sides.ts'

interface Run {
  side: OtherSide
  rig: CalendarsForTests
  random: () => number
  story: string[]
  /** What another client knows. */
  mirrors: EventMirror[]
  made: number
  /** Numbers of events that somebody removed, so that they may be gone. */
  removed: Set<string>
}

export interface Converged {
  complaints: string[]
  story: string[]
  /** How many processes were killed by SIGKILL. */
  killed: number
}

/** What the runs of a test file share. */
export interface Ground {
  db: TestDatabase
  locks: Locks
  /** Of a process that visits in the place of this one, to be killed by SIGKILL. */
  program?: string
}

/** Short stories and long ones. */
const getSteps = (seed: number): number => 8 + (seed % 17)

/** Random changes on both sides, on a network that fails, in a process that is killed; then both must be the same. */
export async function runCalendarConvergence(
  place: ProviderServer,
  seed: number,
  { db, locks, program }: Ground,
): Promise<Converged> {
  const steps = getSteps(seed)
  const side = await place.person(seed)
  const random = mulberry(seed)
  const bytes = (size: number) => Buffer.from(Array.from({ length: size }, () => Math.floor(random() * 256)))
  let worker: KilledCalendarWorker | undefined
  const visitor = ({ wayIn } = side) =>
    program === undefined || wayIn === undefined
      ? {}
      : {
          visitor: (of: FirstSource) => {
            worker = startKilledCalendars(program, wayIn, { ...of, connectionString: db.connectionString })
            return worker.visit
          },
        }
  const rig = await calendarsForTests(() => side.session, { db, locks, random: bytes, ...visitor() })
  const mirrors = side.calendars.map((calendar) => createEventMirror(side.other, calendar))
  const run: Run = { side, rig, random, mirrors, story: [], made: 0, removed: new Set() }
  try {
    for (let index = 0; index < 4; index++) await createThere(run)
    await rig.visitNow()
    if (worker) await killIn(run)
    for (let step = 0; step < steps; step++) await act(run)
    side.calm()
    rig.dieAfter(undefined)
    for (let calm = 0; calm < 4 && !(calm > 1 && (await isQuiet(run))); calm++) {
      rig.later()
      await rig.visitNow()
    }
    return { complaints: await collectComplaints(run), story: run.story, killed: worker?.killed() ?? 0 }
  } finally {
    await worker?.[Symbol.asyncDispose]()
    await rig[Symbol.asyncDispose]()
  }
}

const pick = <T>({ random }: Run, items: readonly T[]): T | undefined =>
  items[Math.floor(random() * items.length)]

const deeds: ReadonlyArray<readonly [number, (run: Run) => Promise<unknown>]> = [
  [2, createThere],
  [7, changeThere],
  [3, removeThere],
  [3, createHere],
  [8, changeHere],
  [3, removeHere],
  [3, moveHere],
  [4, async ({ rig, story }) => story.push(`looks: ${await rig.visitNow()}`)],
  [4, async ({ rig, story }) => story.push(`sends: ${await rig.send()}`)],
  [2, async ({ rig, story }) => void (rig.later(), story.push('time passes'))],
  [6, async ({ side, random, story }) => story.push(`network: ${side.breakSomething(random)}`)],
  [4, killSoon],
]

/** A process of its own dies at least once, whatever the seed says. */
async function killIn({ rig, story }: Run): Promise<void> {
  rig.dieAfter(12)
  story.push(`looks with the process killed: ${await rig.visitNow()}`)
}

/** In the middle of the next visit, where there is that much to do: often with a transaction open. */
async function killSoon({ rig, random, story }: Run): Promise<void> {
  const statements = Math.floor(random() ** 2 * 90)
  story.push(`kills the process after ${statements} statements`)
  rig.dieAfter(statements)
}

async function act(run: Run): Promise<void> {
  let at = run.random() * deeds.reduce((sum, [weight]) => sum + weight, 0)
  const deed = deeds.find(([weight]) => (at -= weight) < 0)
  try {
    await deed?.[1](run)
  } catch (error) {
    // The other client's network fails as well, and it does not try again.
    if (!(error instanceof ProviderError)) throw error
    run.story.push('there: that failed')
  }
}

const weekly: EventObject = { recurrenceRule: { '@type': 'RecurrenceRule', frequency: 'weekly', count: 6 } }

function newEvent(run: Run): EventObject {
  const number = ++run.made
  return {
    '@type': 'Event',
    version: '2.0',
    uid: `m${number}@example.test`,
    title: `m${number} new`,
    start: '2026-11-24T12:00:00',
    timeZone: 'Europe/Berlin',
    duration: 'PT1H',
    ...(run.random() < 0.4 ? weekly : {}),
  }
}

/** Which event it is, whatever it is called by now. */
const getNumber = (event: EventObject): string => String(event['title']).split(' ')[0] ?? ''

/** One change of one thing; dates of a series only ever go. */
function changed(run: Run, event: EventObject): EventObject {
  const what = run.random()
  if (what < 0.45) return { ...event, title: `${getNumber(event)} v${Math.floor(run.random() * 1000)}` }
  if (what < 0.65) return { ...event, start: `2026-11-24T${10 + Math.floor(run.random() * 9)}:00:00` }
  if (what < 0.8 || event['recurrenceRule'] === undefined)
    return { ...event, duration: `PT${1 + Math.floor(run.random() * 5)}H` }
  const start = Date.parse(`${String(event['start'])}Z`)
  const date = new Date(start + (1 + Math.floor(run.random() * 4)) * 7 * 86_400_000)
    .toISOString()
    .slice(0, 19)
  const overrides = isObject(event['recurrenceOverrides']) ? event['recurrenceOverrides'] : {}
  return { ...event, recurrenceOverrides: { ...overrides, [date]: { excluded: true } } }
}

async function createThere(run: Run): Promise<void> {
  const at = Math.floor(run.random() * 2)
  const event = newEvent(run)
  run.story.push(`there: makes ${getNumber(event)} in ${at}`)
  const calendar = run.side.calendars[at] ?? ''
  // Unless it is made: then it must stay.
  run.removed.add(getNumber(event))
  await run.side.other.write!.create(calendar, event, { key: `there${run.made}`, notify: false })
  run.removed.delete(getNumber(event))
}

async function oneThere(run: Run) {
  const at = Math.floor(run.random() * 2)
  const mirror = run.mirrors[at]!
  await mirror.look()
  const id = pick(run, mirror.ids().toSorted())
  return id === undefined ? undefined : { calendar: run.side.calendars[at] ?? '', known: mirror.pulled(id) }
}

async function changeThere(run: Run): Promise<void> {
  const one = await oneThere(run)
  if (!one) return
  const before = one.known.event as EventObject
  const event = changed(run, before)
  run.story.push(`there: ${getNumber(before)}: ${difference(before, event)}`)
  await run.side.other.write!.update(one.calendar, one.known, event, { notify: false })
}

async function removeThere(run: Run): Promise<void> {
  const event = await oneThere(run)
  if (!event) return
  const number = getNumber(event.known.event as EventObject)
  run.story.push(`there: removes ${number}`)
  run.removed.add(number)
  await run.side.other.write!.destroy(event.calendar, event.known, { notify: false })
}

const difference = (before: EventObject, after: EventObject): string =>
  Object.keys(after)
    .filter((name) => !isSame(before[name], after[name]))
    .map((name) => `${name} ${JSON.stringify(after[name])}`)
    .join(', ')

async function calendarsHere({ rig, side }: Run): Promise<Map<string, CalendarId>> {
  const rows = await rig.db.database.query<{ remote_id: string; calendar_id: CalendarId }>(
    'select remote_id, calendar_id from calendar_link where source_id = $1',
    [rig.sourceId],
  )
  const ids = new Map(rows.map((row) => [row.remote_id, row.calendar_id]))
  return new Map(side.calendars.flatMap((id) => (ids.has(id) ? [[id, ids.get(id)!]] : [])))
}

async function oneHere(run: Run): Promise<CalendarEvent | undefined> {
  const all: CalendarEvent[] = []
  for (const id of (await calendarsHere(run)).values()) all.push(...(await run.rig.events(id)))
  return pick(run, all)
}

async function createHere(run: Run): Promise<void> {
  const calendar = pick(run, [...(await calendarsHere(run)).values()])
  if (calendar === undefined) return
  const event = newEvent(run)
  run.story.push(`here: makes ${getNumber(event)}`)
  await run.rig.create(calendar, event)
}

async function changeHere(run: Run): Promise<void> {
  const one = await oneHere(run)
  if (!one) return
  const event = changed(run, one.event)
  const names = Object.keys(event).filter((name) => !isSame(event[name], one.event[name]))
  run.story.push(`here: ${getNumber(one.event)}: ${difference(one.event, event)}`)
  await run.rig.patch(one.id, Object.fromEntries(names.map((name) => [name, event[name]!])))
}

async function removeHere(run: Run): Promise<void> {
  const event = await oneHere(run)
  if (!event) return
  run.story.push(`here: removes ${getNumber(event.event)}`)
  run.removed.add(getNumber(event.event))
  await run.rig.destroy(event.id as CalendarEventId)
}

async function moveHere(run: Run): Promise<void> {
  const event = await oneHere(run)
  if (!event) return
  const to = [...(await calendarsHere(run)).values()].find((id) => id !== event.calendarId)
  const isTaken =
    to !== undefined &&
    (await run.rig.events(to)).some((candidate) => candidate.event['uid'] === event.event['uid'])
  if (to === undefined || isTaken) return
  run.story.push(`here: moves ${getNumber(event.event)}`)
  await run.rig.patch(event.id, {}, to)
}

async function collectComplaints(run: Run): Promise<string[]> {
  const { rig, side } = run
  const complaints = [...side.problems()]
  const localTitles: string[] = []
  for (const [remoteId, calendarId] of await calendarsHere(run)) {
    const mirror = createEventMirror(side.other, remoteId)
    await mirror.look()
    const theirs = [...mirror.all().values()] as EventObject[]
    const ours = (await rig.events(calendarId)).map(({ event }) => event)
    localTitles.push(...ours.map((event) => String(event['title'])))
    for (const event of theirs)
      if (!ours.some((our) => isSame(our, event))) complaints.push(`only there: ${JSON.stringify(event)}`)
    for (const event of ours)
      if (!theirs.some((their) => isSame(their, event)))
        complaints.push(`only here: ${JSON.stringify(event)}`)
  }
  const numbers = localTitles.map((title) => title.split(' ')[0] ?? '')
  for (const number of new Set(numbers))
    if (numbers.filter((one) => one === number).length > 1) complaints.push(`${number} is there twice`)
  for (let made = 1; made <= run.made; made++)
    if (!numbers.includes(`m${made}`) && !run.removed.has(`m${made}`)) complaints.push(`m${made} is lost`)
  if (side.titles && !isSame(side.titles().toSorted(), localTitles.toSorted()))
    complaints.push(
      `the provider says: ${side.titles().toSorted().join(', ')}; here: ${localTitles.toSorted().join(', ')}`,
    )
  return [...complaints, ...(await loadWaiting(run)).map(({ o }) => `still in the outbox: ${o}`)]
}

const loadWaiting = ({ rig }: Run): Promise<Array<{ o: string }>> =>
  rig.db.database.query('select to_jsonb(o)::text as o from event_outbox o where account_id = $1', [
    rig.account,
  ])

const isQuiet = async (run: Run): Promise<boolean> => (await loadWaiting(run)).length === 0
