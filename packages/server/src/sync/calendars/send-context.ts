import { type EventObject, isSame } from '@plmail/calendar-format'
import type { CalendarEventId } from '@plmail/wire'
import { type Calendars } from '../../calendar/index.ts'
import type { Change } from '../../changes/index.ts'
import type { Random } from '../../kit/random.ts'
import type { RemoteChange } from '../../providers/contract/index.ts'
import { applyChanges } from './apply-remote.ts'
import { type Link, selectLink } from './links.ts'
import {
  addRemoval,
  drop,
  selectPuts,
  selectRemovals,
  startAnew,
  type Waiting,
  waitingById,
} from './outbox-rows.ts'
import type { Pulling, PullNeeds } from './pull-calendar.ts'
import {
  forgetRemote,
  keepTold,
  linkToEvent,
  markUnheard,
  selectOccurrences,
  remoteEvents,
  remoteEventsHere,
} from './remote-events.ts'
import { storable } from './storable-text.ts'
import { notifyConflicts } from './notify-conflicts.ts'
import type { Struck } from './record-conflict.ts'

export interface SendNeeds extends PullNeeds {
  calendars: Pick<Calendars, 'provided' | 'events' | 'selectImportedObjects'>
  random: Random
}

/**
 * `settled`: nothing waits any more, or what waits was changed meanwhile; `again`: there is a next step; `changed`:
 * somebody else was faster; `later`: not now.
 */
export type Came = 'settled' | 'again' | 'changed' | 'later'

const cause = { actor: { kind: 'provider' as const }, verb: 'sync-calendar' }

/** Writes down what the provider made of an event that was sent to it. `again`: it has been changed here since. */
export async function keepSent(
  needs: SendNeeds,
  { source, session }: Pick<Pulling, 'source' | 'session'>,
  {
    waiting,
    link,
    event,
    changes,
  }: { waiting: Waiting; link: Link; event: EventObject; changes: RemoteChange[] },
): Promise<Came> {
  const { result } = await needs.changes.write(link.accountId, cause, async (change) => {
    const [localEvent] = await needs.calendars.provided.get(change, [waiting.eventId])
    if (localEvent && (await isTwinElsewhere(needs, change, link, { waiting, changes }))) {
      const isAll = isSame(localEvent.event, event)
      await leaveToTwin(needs, change, waiting, isAll)
      return { userId: change.userId, struck: [] as Struck[], isAll }
    }
    const remoteId = await bind(needs, change, link, waiting.eventId, changes)
    const isElsewhere = localEvent !== undefined && localEvent.calendarId !== link.calendarId
    if (!localEvent || (isElsewhere && !(await selectLink(change.tx, localEvent.calendarId)))) {
      await keepGone(needs, change, link, waiting, { remoteId, changes })
      return { userId: change.userId, struck: [] as Struck[], isAll: true }
    }
    const sent = remoteId === undefined ? {} : { sent: { eventId: localEvent.id, remoteId, event } }
    const isMadeWith = session.write?.isMadeWith
    const applying = { link, source, isMadeWith, reading: link.reading, ...sent }
    const struck = await applyChanges(needs, change, applying, changes)
    const now = await waitingById(change.tx, waiting.id)
    const isAll = isSame(localEvent.event, event) && !isElsewhere && now?.calendarId === link.calendarId
    const { calendarId } = localEvent
    const key = needs.random(16).toString('hex')
    if (now && isAll) await drop(change.tx, now.id)
    else if (now) await startAnew(change.tx, now.id, { calendarId, key, at: change.at })
    return { userId: change.userId, struck, isAll }
  })
  await notifyConflicts(needs.changes, result.userId, result.struck)
  return result.isAll ? 'settled' : 'again'
}

/**
 * A pull was faster than the answer and took it for somebody else's. True where that twin was changed or moved here since:
 * it has what the provider has. Where it was removed, this one is what is left of the two.
 */
async function isTwinElsewhere(
  { calendars }: SendNeeds,
  change: Change,
  link: Link,
  { waiting, changes }: { waiting: Waiting; changes: readonly RemoteChange[] },
): Promise<boolean> {
  const ids = changes.flatMap((remoteChange) => (remoteChange.kind === 'event' ? [remoteChange.id] : []))
  const rows = await remoteEvents(change.tx, link.calendarId, ids)
  const twins = rows.flatMap(({ eventId }) => (eventId === waiting.eventId ? [] : (eventId ?? [])))
  if ((await selectPuts(change.tx, twins)).length > 0) return true
  const left = rows.filter(({ eventId }) => eventId === null).map(({ id }) => id)
  const [removal] = left.length === 0 ? [] : await selectRemovals(change.tx, left)
  if (!removal || removal.eventId === waiting.eventId) return false
  const [twin] = await calendars.provided.get(change, [removal.eventId])
  if (twin) return true
  await drop(change.tx, removal.id)
  return false
}

/**
 * Leaves an event to its twin: unchanged since it was sent, it is merged with the twin; changed, it becomes an event of
 * its own.
 */
async function leaveToTwin(
  { calendars, random }: SendNeeds,
  change: Change,
  { id, eventId, calendarId }: Waiting,
  isOne: boolean,
): Promise<void> {
  if (isOne) {
    await calendars.provided.remove(change, [eventId])
    return drop(change.tx, id)
  }
  await startAnew(change.tx, id, { calendarId, key: random(16).toString('hex'), at: change.at })
}

/** Makes sure that the provider's event leads to the one that was sent, and answers its remote id. */
async function bind(
  { calendars }: SendNeeds,
  change: Change,
  link: Link,
  eventId: CalendarEventId,
  changes: readonly RemoteChange[],
): Promise<string | undefined> {
  const [remote] = await remoteEventsHere(change.tx, [eventId])
  const events = changes.flatMap((remoteChange) =>
    remoteChange.kind === 'event' ? (storable(remoteChange) ?? []) : [],
  )
  const main = events.find(({ id }) => id === remote?.remoteId) ?? events[0]
  if (!main || main.kind !== 'event') return remote?.remoteId
  if (remote && (remote.remoteId !== main.id || remote.calendarId !== link.calendarId)) {
    const occurrences = await selectOccurrences(change.tx, remote.calendarId, [remote.remoteId])
    await forgetRemote(change.tx, [remote.id, ...occurrences.map(({ id }) => id)])
  }
  const [before] = await remoteEvents(change.tx, link.calendarId, [main.id])
  if (before?.eventId === eventId) return main.id
  // A pull was faster than the answer, and took it for somebody else's.
  if (before?.eventId != null) {
    const [put] = await selectPuts(change.tx, [before.eventId])
    if (put) await drop(change.tx, put.id)
    const twins = await calendars.provided.get(change, [before.eventId])
    await calendars.provided.remove(
      change,
      twins.map(({ id }) => id),
    )
  }
  if (!before) await keepTold(change.tx, link.calendarId, [main], link.reading)
  const [row] = await remoteEvents(change.tx, link.calendarId, [main.id])
  if (row) await linkToEvent(change.tx, row.id, eventId)
  if (row && !before) await markUnheard(change.tx, row.id, change.at)
  return main.id
}

/** It was removed here, or left for a calendar of nobody else's, while it was on its way: what has arrived is removed there. */
async function keepGone(
  { random }: SendNeeds,
  change: Change,
  link: Link,
  waiting: Waiting,
  { remoteId, changes }: { remoteId: string | undefined; changes: readonly RemoteChange[] },
): Promise<void> {
  const stored = changes.flatMap((remoteChange) => {
    const storableChange = storable(remoteChange)
    return storableChange && storableChange.kind !== 'gone' ? [storableChange] : []
  })
  await keepTold(change.tx, link.calendarId, stored, link.reading)
  const [row] = remoteId === undefined ? [] : await remoteEvents(change.tx, link.calendarId, [remoteId])
  if (row) {
    await linkToEvent(change.tx, row.id, null)
    const [waits] = await selectRemovals(change.tx, [row.id])
    if (!waits)
      await addRemoval(change.tx, {
        accountId: link.accountId,
        calendarId: link.calendarId,
        eventId: waiting.eventId,
        remoteEventId: row.id,
        key: random(16).toString('hex'),
        notify: waiting.notify,
        at: change.at,
      })
  }
  await drop(change.tx, waiting.id)
}
