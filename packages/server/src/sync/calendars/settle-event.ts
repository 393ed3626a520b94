import {
  type EventObject,
  isSame,
  withoutScheduleStatus,
  withScheduleStatusOf,
} from '@plmail/calendar-format'
import { type CalendarEventId, type ProblemDetail, storedProblem } from '@plmail/wire'
import type { CalendarEvent, Calendars, EventRefusal } from '../../calendar/index.ts'
import type { Change } from '../../changes/index.ts'
import type { EventWriting } from '../../providers/contract/index.ts'
import { type Link, selectLink } from './links.ts'
import { merge } from './merge-event.ts'
import { addPut, addRemoval, aimAt, drop, putsIn, selectPuts, type Waiting } from './outbox-rows.ts'
import {
  assembled,
  forgetRemote,
  keepKept,
  keepProblem,
  linkToEvent,
  selectOccurrences,
  getPrivacy,
  type RemoteEvent,
  remoteEventsHere,
} from './remote-events.ts'
import { recordConflict, type Struck } from './record-conflict.ts'

export interface SettleNeeds {
  calendars: Pick<Calendars, 'provided'>
}

/** The event we just wrote to the provider; its echo in the answer must not count as a remote change. */
interface SentEvent {
  eventId: CalendarEventId
  /** The remote id of the event that was sent. */
  remoteId: string
  event: EventObject
}

/** The telling that events are settled in. */
export interface Settling {
  link: Link
  source: 'provider' | 'feed'
  /** The provider's test of how an event was created; it recognises events created by this server. */
  isMadeWith: EventWriting['isMadeWith']
  sent?: SentEvent
  /** The writes to local events that resulted. */
  writes: SettledWrite[]
}

interface SettledWrite {
  before: CalendarEvent | undefined
  after: CalendarEvent | undefined
}

/** An event whose rows stand as they were told, and what is known of it here. */
export interface SettledRow {
  row: RemoteEvent
  occurrences: readonly RemoteEvent[]
  /** The provider's previous version; undefined where the event is new. */
  base: EventObject | undefined
  here: CalendarEvent | undefined
  waiting: Waiting | undefined
  removal: Waiting | undefined
}

/** Brings one event in: merged with what waits to be sent, and kept where it was taken away here. */
export async function settleEvent(
  needs: SettleNeeds,
  change: Change,
  settling: Settling,
  settled: SettledRow,
): Promise<Struck[]> {
  const row = await withKept(change, settled.row, settling.sent)
  const theirs = assembled(row, settled.occurrences)
  if (settled.removal) return restore(needs, change, settling, { ...settled, row }, theirs, settled.removal)
  if (!settled.here) return adopt(needs, change, settling, { ...settled, row }, theirs)
  return update(needs, change, settling, { ...settled, row, here: settled.here }, theirs)
}

/** Remembers what was sent and cannot be said there, and forgets it once the provider says something else. */
async function withKept(change: Change, row: RemoteEvent, sent: SentEvent | undefined): Promise<RemoteEvent> {
  const remotePrivacy = getPrivacy(row.lastSynced)
  let keptPrivacy = row.kept
  if (keptPrivacy !== null && !isSame(remotePrivacy, keptPrivacy.privacy.there)) keptPrivacy = null
  if (sent?.remoteId === row.remoteId) {
    const isUnsaid = sent.event['privacy'] === 'secret' && remotePrivacy !== 'secret'
    keptPrivacy = isUnsaid ? { privacy: { here: 'secret', there: remotePrivacy } } : null
  }
  if (!isSame(keptPrivacy, row.kept)) await keepKept(change.tx, row.id, keptPrivacy)
  return { ...row, kept: keptPrivacy }
}

/** Removed here and not removed there yet: it stays so, unless somebody has changed it there since. */
async function restore(
  needs: SettleNeeds,
  change: Change,
  { link, source }: Settling,
  { row, base }: SettledRow,
  theirs: EventObject,
  removal: Waiting,
): Promise<Struck[]> {
  if (base && isSame(plain(base), plain(theirs))) return []
  const [moved] = await needs.calendars.provided.get(change, [removal.eventId])
  if (moved) return follow(needs, change, { moved, base: base ?? theirs, theirs, removal })
  await drop(change.tx, removal.id)
  const [event] = await needs.calendars.provided.put(change, [
    { id: undefined, calendarId: link.calendarId, event: theirs, source },
  ])
  const stored = await keepOutcome(change, row, event)
  return stored
    ? [await recordConflict(change, stored, { kind: 'changed-there', fields: [], lost: null, said: null })]
    : []
}

/** It has left for another calendar: what was changed where it was goes after it, and is removed there all the same. */
async function follow(
  { calendars }: SettleNeeds,
  change: Change,
  {
    moved,
    base,
    theirs,
    removal,
  }: { moved: CalendarEvent; base: EventObject; theirs: EventObject; removal: Waiting },
): Promise<Struck[]> {
  const { event: merged, lost } = merge(base, moved.event, theirs, [])
  const event = withScheduleStatusOf(merged, moved.event)
  const { id, calendarId, source } = moved
  if (!isSame(event, moved.event)) {
    await calendars.provided.put(change, [{ id, calendarId, event, source }])
    const { accountId, at } = change
    const put = { accountId, calendarId, eventId: id, key: removal.key, notify: false, answer: undefined, at }
    if (await selectLink(change.tx, calendarId)) await addPut(change.tx, put)
  }
  if (lost.length === 0) return []
  const what = { kind: 'changed-both', fields: lost, lost: moved.event, said: null } as const
  return [await recordConflict(change, { ...moved, event }, what)]
}

/** Versions move for reasons of the provider's own; what nobody decided is no change. */
function plain(event: EventObject): EventObject {
  const { updated: _updated, created: _created, sequence: _sequence, prodId: _prodId, ...rest } = event
  return withoutScheduleStatus(rest)
}

/** New here, unless it is what was made here and is just on its way there. */
async function adopt(
  needs: SettleNeeds,
  change: Change,
  settling: Settling,
  settled: SettledRow,
  theirs: EventObject,
): Promise<Struck[]> {
  const created = await findCreatingPut(change, settling, settled.row)
  if (created) return bindMade(needs, change, settling, settled, theirs, created)
  const twin = await findTwin(needs, change, settling.link, theirs)
  if (twin) {
    await linkToEvent(change.tx, settled.row.id, twin.here.id)
    return update(needs, change, settling, { ...settled, ...twin, base: findMergeBase(twin, theirs) }, theirs)
  }
  const { link, source, writes } = settling
  const [event] = await needs.calendars.provided.put(change, [
    { id: undefined, calendarId: link.calendarId, event: theirs, source },
  ])
  const stored = await keepOutcome(change, settled.row, event)
  if (stored) writes.push({ before: undefined, after: stored })
  return []
}

/** The create whose answer was lost and that has made this event. */
async function findCreatingPut(
  { tx }: Change,
  { link, isMadeWith }: Settling,
  { remoteId: id, raw }: RemoteEvent,
): Promise<Waiting | undefined> {
  if (!isMadeWith) return undefined
  const tried = (await putsIn(tx, link.calendarId)).filter((put) => put.tried.length > 0)
  const matchingPut = tried.find(({ key }) => isMadeWith(key, { id, raw }))
  return matchingPut && (await remoteEventsHere(tx, [matchingPut.eventId])).length === 0
    ? matchingPut
    : undefined
}

/** The event is the one made here; what has happened to it here since goes after it. */
async function bindMade(
  needs: SettleNeeds,
  change: Change,
  settling: Settling,
  settled: SettledRow,
  theirs: EventObject,
  waiting: Waiting,
): Promise<Struck[]> {
  const { tx, accountId, at } = change
  const [event] = await needs.calendars.provided.get(change, [waiting.eventId])
  const { calendarId, key, notify } = waiting
  const isLinked = event !== undefined && (await selectLink(tx, event.calendarId)) !== undefined
  if (!event || !isLinked) {
    const eventId = waiting.eventId
    await addRemoval(tx, { accountId, calendarId, eventId, remoteEventId: settled.row.id, key, notify, at })
    await drop(tx, waiting.id)
    return []
  }
  await linkToEvent(tx, settled.row.id, event.id)
  await aimAt(tx, waiting.id, event.calendarId)
  const twin = { here: event, waiting: { ...waiting, calendarId: event.calendarId } }
  return update(needs, change, settling, { ...settled, ...twin, base: findMergeBase(twin, theirs) }, theirs)
}

/**
 * Returns the version from which both sides started. A create writes the dates of a series after the series: dates it
 * has not reached yet were not removed by anybody. For an event that was never sent nothing tells which change was
 * first: the local one wins.
 */
function findMergeBase(
  { here, waiting }: { here: CalendarEvent; waiting: Waiting },
  theirs: EventObject,
): EventObject {
  const [tried] = waiting.tried
  if (!tried) return fromNames(theirs, Object.keys(here.event))
  const { recurrenceOverrides: _untold, ...rest } = tried
  return { ...rest, ...fromNames(theirs, ['recurrenceOverrides']) }
}

const fromNames = (event: EventObject, names: readonly string[]): EventObject =>
  Object.fromEntries(Object.entries(event).filter(([name]) => names.includes(name)))

async function findTwin(
  { calendars }: SettleNeeds,
  change: Change,
  link: Link,
  theirs: EventObject,
): Promise<{ here: CalendarEvent; waiting: Waiting } | undefined> {
  const uid = theirs['uid']
  if (typeof uid !== 'string') return undefined
  const candidates = await calendars.provided.withUids(change, link.calendarId, [uid])
  const localEvent = candidates.find(({ event }) => isSame(event['recurrenceId'], theirs['recurrenceId']))
  if (!localEvent || (await remoteEventsHere(change.tx, [localEvent.id])).length > 0) return undefined
  const [waiting] = await selectPuts(change.tx, [localEvent.id])
  return waiting && { here: localEvent, waiting }
}

/** Known on both sides. */
async function update(
  { calendars }: SettleNeeds,
  change: Change,
  { sent, writes }: Settling,
  { row, base, here, waiting }: SettledRow & { here: CalendarEvent },
  theirs: EventObject,
): Promise<Struck[]> {
  const isAnswer = sent?.remoteId === row.remoteId
  const merged = isAnswer
    ? // What a provider makes of what it was sent is no decision of anybody: a newer one here stands.
      { ...merge(sent.event, theirs, here.event, []), lost: [] }
    : waiting
      ? merge(base ?? theirs, here.event, theirs, waiting.tried)
      : { event: theirs, lost: [] }
  const { lost } = merged
  const event = withScheduleStatusOf(merged.event, theirs)
  const isElsewhere = waiting !== undefined && here.calendarId !== row.calendarId
  if (!isSame(event, here.event)) {
    const calendarId = here.calendarId
    const [stored] = await calendars.provided.put(change, [
      { id: here.id, calendarId, event, source: here.source },
    ])
    const after = await keepOutcome(change, row, stored)
    if (!after) return []
    if (!isAnswer) writes.push({ before: here, after })
  } else if (row.problem !== null) await linkToEvent(change.tx, row.id, here.id)
  if (waiting && !isAnswer && !isElsewhere && isSame(event, theirs)) await drop(change.tx, waiting.id)
  if (lost.length === 0) return []
  const what = { kind: 'changed-both', fields: lost, lost: here.event, said: null } as const
  return [await recordConflict(change, { ...here, event }, what)]
}

async function keepOutcome(
  change: Change,
  row: RemoteEvent,
  outcome: CalendarEvent | EventRefusal | undefined,
): Promise<CalendarEvent | undefined> {
  if (outcome && 'id' in outcome) {
    if (row.eventId !== outcome.id || row.problem !== null) await linkToEvent(change.tx, row.id, outcome.id)
    return outcome
  }
  await keepProblem(change.tx, row.id, storedProblem(toProblem(outcome)))
  return undefined
}

/** For the note that stands in the place of the event. */
function toProblem(refusal: EventRefusal | undefined): ProblemDetail {
  if (refusal?.why === 'uid-taken') return { problem: 'calendar/same-identifier' }
  const property = refusal?.why === 'invalid' ? refusal.problems[0]?.property : undefined
  return property === undefined
    ? { problem: 'calendar/cannot-be-shown' }
    : { problem: 'calendar/unreadable-property', property }
}

/** The provider has it no more. What was changed here meanwhile is kept for its user to have back. */
export async function removeTold(
  needs: SettleNeeds,
  change: Change,
  row: RemoteEvent,
  { writes }: Pick<Settling, 'writes'>,
): Promise<Struck[]> {
  const occurrences =
    row.seriesId === null ? await selectOccurrences(change.tx, row.calendarId, [row.remoteId]) : []
  await forgetRemote(change.tx, [row.id, ...occurrences.map(({ id }) => id)])
  if (row.eventId === null || row.seriesId !== null) return []
  const [event] = await needs.calendars.provided.get(change, [row.eventId])
  const [waiting] = await selectPuts(change.tx, [row.eventId])
  if (waiting) await drop(change.tx, waiting.id)
  if (!event) return []
  await needs.calendars.provided.remove(change, [event.id])
  writes.push({ before: event, after: undefined })
  if (!waiting || isSame(event.event, assembled(row, occurrences))) return []
  return [
    await recordConflict(change, event, { kind: 'removed-there', fields: [], lost: event.event, said: null }),
  ]
}
