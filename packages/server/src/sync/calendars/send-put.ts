import { isSame } from '@plmail/calendar-format'
import { storedProblem } from '@plmail/wire'
import { type CalendarEvent } from '../../calendar/index.ts'
import type { EventWriting, Written } from '../../providers/contract/index.ts'
import { type Link, selectLink } from './links.ts'
import { addRemoval, drop, keepTried, settle, startAnew, type Waiting } from './outbox-rows.ts'
import { type Pulling, pullCalendar } from './pull-calendar.ts'
import { refusePut, removePut } from './refuse-write.ts'
import {
  assembled,
  toKnownEvent,
  linkToEvent,
  selectOccurrences,
  type RemoteEvent,
  remoteEventsHere,
} from './remote-events.ts'
import { type Came, keepSent, type SendNeeds } from './send-context.ts'

interface Putting {
  waiting: Waiting
  write: EventWriting
  link: Link
  here: CalendarEvent
}

/** Brings an event to its provider as it is now: made, changed or moved there. */
export async function sendPut(needs: SendNeeds, pulling: Pulling, waiting: Waiting): Promise<Came> {
  const { database, calendars } = needs
  const link = await selectLink(database, waiting.calendarId)
  const [event] = await calendars.events.get(waiting.accountId, [waiting.eventId])
  const [row] = await remoteEventsHere(database, [waiting.eventId])
  const { write } = pulling.session
  if (!link) return dropped(needs, waiting)
  // Another source keeps it by now, and has its own visits.
  if (link.sourceId !== pulling.sourceId) return 'settled'
  if (!write || !link.mayWrite)
    return refusePut(needs, pulling, waiting, storedProblem({ problem: 'calendar/cannot-be-changed' }))
  if (!event) return row ? dropped(needs, waiting) : findTried(needs, pulling, { waiting, link, write })
  // What cannot be read here must not be overwritten there.
  if (row?.problem != null) return 'later'
  const putting = { waiting, write, link, here: event }
  if (!row) return create(needs, pulling, putting)
  if (row.calendarId !== link.calendarId) return move(needs, pulling, putting, row)
  return update(needs, pulling, putting, row)
}

async function dropped({ database }: SendNeeds, { id }: Waiting): Promise<Came> {
  await drop(database, id)
  return 'settled'
}

/** It was removed here after a try whose answer was lost: the same once more tells what there is to remove. */
async function findTried(
  needs: SendNeeds,
  pulling: Pulling,
  { waiting, link, write }: Pick<Putting, 'waiting' | 'link' | 'write'>,
): Promise<Came> {
  const { key } = waiting
  const [tried] = waiting.tried
  if (!tried) return dropped(needs, waiting)
  const written = await write.create(link.remoteId, tried, { key, notify: false })
  if (written.outcome !== 'stored') return dropped(needs, waiting)
  return keepSent(needs, pulling, { waiting, link, event: tried, changes: written.changes })
}

async function create(needs: SendNeeds, pulling: Pulling, putting: Putting): Promise<Came> {
  const { waiting, write, link, here } = putting
  const { key, notify } = waiting
  // Another try must send the same, or the provider would answer with an event that nobody asked for.
  const event = waiting.tried[0] ?? here.event
  await keepTried(needs.database, waiting, event)
  const object = (await needs.calendars.selectImportedObjects(waiting.accountId, [here.id])).get(here.id)
  const written = await write.create(link.remoteId, event, { key, notify, ...(object && { object }) })
  if (written.outcome === 'gone') return 'later'
  if (written.outcome === 'removed') return removePut(needs, waiting, event)
  if (written.outcome === 'refused' && here.calendarId !== link.calendarId)
    return aimAnew(needs, waiting, here)
  return concluded(needs, pulling, putting, event, written)
}

/** It has left for another calendar before it had arrived, and now it is sure that it has not. */
async function aimAnew(
  { database, random, clock }: SendNeeds,
  { id }: Waiting,
  { calendarId }: CalendarEvent,
): Promise<Came> {
  if (!(await selectLink(database, calendarId))) await drop(database, id)
  else await startAnew(database, id, { calendarId, key: random(16).toString('hex'), at: clock.now() })
  return 'again'
}

async function update(needs: SendNeeds, pulling: Pulling, putting: Putting, row: RemoteEvent): Promise<Came> {
  const { waiting, write, link, here } = putting
  const { database } = needs
  const storedEvent = toKnownEvent(row, await selectOccurrences(database, row.calendarId, [row.remoteId]))
  if (isSame(storedEvent.event as CalendarEvent['event'], here.event)) {
    await settle(database, waiting)
    return 'settled'
  }
  await keepTried(database, waiting, here.event)
  const { answer, notify } = waiting
  const written =
    answer !== null && write.answer
      ? await write.answer(link.remoteId, storedEvent, answer)
      : await write.update(link.remoteId, storedEvent, here.event, { notify })
  return concluded(needs, pulling, putting, here.event, written)
}

async function concluded(
  needs: SendNeeds,
  pulling: Pulling,
  { waiting, link }: Putting,
  event: CalendarEvent['event'],
  written: Written,
): Promise<Came> {
  switch (written.outcome) {
    case 'stored':
      return keepSent(needs, pulling, { waiting, link, event, changes: written.changes })
    case 'refused':
      return refusePut(needs, pulling, waiting, storedProblem(written.problem))
    case 'conflict':
    case 'gone':
    case 'removed':
      return 'changed'
  }
}

/** Into another calendar: by one step where the provider has it, else made there first and removed here then. */
async function move(needs: SendNeeds, pulling: Pulling, putting: Putting, row: RemoteEvent): Promise<Came> {
  const { waiting, write, link } = putting
  const { database } = needs
  const from = await selectLink(database, row.calendarId)
  if (!from || from.sourceId !== link.sourceId || !write.move) return split(needs, waiting, row)
  const occurrences = await selectOccurrences(database, row.calendarId, [row.remoteId])
  const storedEvent = toKnownEvent(row, occurrences)
  await keepTried(database, waiting, undefined)
  const written = await write.move(from.remoteId, link.remoteId, storedEvent, { notify: waiting.notify })
  if (written.outcome === 'refused') return refusePut(needs, pulling, waiting, storedProblem(written.problem))
  if (written.outcome !== 'stored') {
    await pullCalendar(needs, pulling, from)
    return 'changed'
  }
  // Whatever else was changed follows as a change of its own.
  const event = assembled(row, occurrences)
  return keepSent(needs, pulling, { waiting, link, event, changes: written.changes })
}

async function split(
  { database, random, clock }: SendNeeds,
  waiting: Waiting,
  row: RemoteEvent,
): Promise<Came> {
  const { id, calendarId } = waiting
  await database.transaction(async (tx) => {
    await linkToEvent(tx, row.id, null)
    await startAnew(tx, id, { calendarId, key: random(16).toString('hex'), at: clock.now() })
    await addRemoval(tx, {
      accountId: waiting.accountId,
      calendarId: row.calendarId,
      eventId: waiting.eventId,
      remoteEventId: row.id,
      key: random(16).toString('hex'),
      notify: waiting.notify,
      at: clock.now(),
    })
  })
  return 'again'
}
