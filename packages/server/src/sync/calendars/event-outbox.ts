import type { CalendarId, CalendarSourceId } from '@plmail/wire'
import type { EventIntent, EventOutbox } from '../../calendar/index.ts'
import type { Change } from '../../changes/index.ts'
import type { Jobs } from '../../jobs/index.ts'
import type { Random } from '../../kit/random.ts'
import { sendEvents, sourceJob } from './calendar-jobs.ts'
import { type Link, selectLinks } from './links.ts'
import {
  addPut,
  addRemoval,
  drop,
  type NewPut,
  selectPuts,
  selectRemovals,
  type Waiting,
} from './outbox-rows.ts'
import { linkToEvent, type RemoteEvent, remoteEventsHere, withoutEvent } from './remote-events.ts'

export interface EnqueueNeeds {
  jobs: Pick<Jobs, 'enqueue'>
  random: Random
}

/** The writing half of the outbox of events: what calendars are given. The sending half is send.ts. */
export function createEventOutbox({ jobs, random }: EnqueueNeeds): EventOutbox {
  return {
    enqueue: async (change, intents) => {
      const eventIds = intents.map(({ eventId }) => eventId)
      const remote = await remoteEventsHere(change.tx, eventIds)
      const places = intents.flatMap(({ calendarId, movedFrom }) => [calendarId, movedFrom ?? calendarId])
      const puts = await selectPuts(change.tx, eventIds)
      const calendarIds = new Set([...places, ...[...remote, ...puts].map(({ calendarId }) => calendarId)])
      const links = new Map(
        (await selectLinks(change.tx, [...calendarIds])).map((link) => [link.calendarId, link]),
      )
      if (links.size === 0) return
      const rowByEvent = new Map(remote.map((row) => [row.eventId, row]))
      const waiting = new Map(puts.map((put) => [put.eventId, put]))
      const sources = new Set<CalendarSourceId>()
      for (const intent of intents) {
        const key = random(16).toString('hex')
        const state = {
          links,
          known: rowByEvent.get(intent.eventId),
          waiting: waiting.get(intent.eventId),
          key,
        }
        for (const link of await decide(change, intent, state)) sources.add(link.sourceId)
      }
      for (const sourceId of sources)
        await jobs.enqueue(change.tx, sendEvents, { sourceId }, sourceJob(sendEvents, sourceId))
    },
  }
}

interface State {
  links: ReadonlyMap<CalendarId, Link>
  /** The provider's version of the event. */
  known: RemoteEvent | undefined
  /** The changes that are not sent yet. */
  waiting: Waiting | undefined
  key: string
}

/** Answers the links whose sources have something to send now. */
async function decide(change: Change, intent: EventIntent, state: State): Promise<Link[]> {
  const to = state.links.get(intent.calendarId)
  const from = intent.movedFrom === undefined ? to : state.links.get(intent.movedFrom)
  const put: NewPut = {
    accountId: change.accountId,
    calendarId: intent.calendarId,
    eventId: intent.eventId,
    key: state.key,
    notify: intent.notify,
    answer: intent.answer,
    at: change.at,
  }
  const isGoing = intent.after === undefined || !to
  const isCrossing = to !== undefined && from !== undefined && to.sourceId !== from.sourceId
  const left = isGoing || isCrossing ? await leave(change, put, state, to !== undefined && !isGoing) : []
  if (isGoing || !to) return [...left, ...(from ? [from] : [])]
  if (intent.before === undefined && (await reviveRemovedEvent(change, put, intent))) return [to]
  await addPut(change.tx, put)
  const tried = state.waiting && state.links.get(state.waiting.calendarId)
  return [...left, to, ...(tried ? [tried] : [])]
}

/** It is not to be at its provider any more. */
async function leave(
  change: Change,
  put: NewPut,
  { known, waiting, links }: State,
  isPutElsewhere: boolean,
): Promise<Link[]> {
  if (known) {
    await linkToEvent(change.tx, known.id, null)
    await addRemoval(change.tx, { ...put, calendarId: known.calendarId, remoteEventId: known.id })
  }
  // One that was tried may have got through: sending it again tells what is to be removed.
  if (waiting && !isPutElsewhere && (known || waiting.tried.length === 0)) await drop(change.tx, waiting.id)
  const link = known && links.get(known.calendarId)
  return link ? [link] : []
}

/** Removed a moment ago and made anew, as by taking back: when nobody was told, it is the same event as before. */
async function reviveRemovedEvent(change: Change, put: NewPut, { after }: EventIntent): Promise<boolean> {
  const uid = after?.['uid']
  if (typeof uid !== 'string') return false
  const gone = await withoutEvent(change.tx, put.calendarId, uid)
  const removals = await selectRemovals(
    change.tx,
    gone.map(({ id }) => id),
  )
  const removal = removals.find(({ attempts }) => attempts === 0)
  if (removal?.remoteEventId == null) return false
  await drop(change.tx, removal.id)
  await linkToEvent(change.tx, removal.remoteEventId, put.eventId)
  await addPut(change.tx, put)
  return true
}
