import {
  dayMs,
  type EventObject,
  expand,
  isObject,
  parseWallTime,
  patchBetween,
  getPlaces,
  toProjection,
  toSeries,
} from '@plmail/calendar-format'
import type { CalendarEventId } from '@plmail/wire'
import type { Change, JournalItem } from '../../changes/index.ts'
import type { CalendarEvent, EventOutbox, EventRefusal } from '../types.ts'
import type { EventWrite } from '../events/event-items.ts'
import { record } from '../events/event-writes.ts'
import { eventsById } from '../events/event-rows.ts'
import { insertEvent, refusalOfPlace, removeEvents, saveEvent } from '../events/keep-event.ts'

export interface EventsBack {
  restored: CalendarEventId[]
  skipped: CalendarEventId[]
}

/** Takes back what an entry of the journal says of events. */
export async function eventsBack(
  change: Change,
  outbox: EventOutbox,
  items: readonly JournalItem[],
  notify: boolean,
): Promise<EventsBack> {
  const ours = items.filter(({ type }) => type === 'CalendarEvent')
  const ids = ours.map(({ id }) => id as CalendarEventId)
  const eventById = new Map(
    (await eventsById(change.tx, change.accountId, ids)).map((event) => [event.id, event]),
  )
  const writes: EventWrite[] = []
  const skipped: CalendarEventId[] = []
  for (const item of ours) {
    const id = item.id as CalendarEventId
    const now = eventById.get(id)
    const reversal = await restoreEvent(change, now, {
      was: readJournalEvent(id, item.before),
      became: readJournalEvent(id, item.after),
    })
    if (reversal) writes.push(reversal)
    if (!reversal || reversal.isPartial) skipped.push(id)
  }
  await record(change, outbox, notify, writes)
  return { restored: writes.flatMap(({ before, after }) => (after ?? before)?.id ?? []), skipped }
}

interface History {
  was: CalendarEvent | undefined
  became: CalendarEvent | undefined
}

type Back = (EventWrite & { isPartial: boolean }) | undefined

/** Undefined where nothing can be taken back any more. */
async function restoreEvent(change: Change, now: CalendarEvent | undefined, history: History): Promise<Back> {
  const { was, became } = history
  if (was && !became) return now ? undefined : write(undefined, await insertEvent(change, was, 'user'))
  if (!now || !became) return undefined
  if (!was) {
    const [current, then] = [comparable(now.event), comparable(became.event)]
    const isTouched = essential.some((name) => !isEqual(current[name], then[name]))
    if (isTouched || (await refusalOfPlace(change, now.calendarId, 'user'))) return undefined
    await removeEvents(change, [now.id])
    return { before: now, after: undefined, isPartial: false }
  }
  const { event, isPartial } = propertiesBack(now.event, was.event, became.event)
  const calendarId = now.calendarId === became.calendarId ? was.calendarId : now.calendarId
  return write(now, await saveEvent(change, now, { ...now, event, calendarId }, 'user'), isPartial)
}

function write(
  before: CalendarEvent | undefined,
  after: CalendarEvent | EventRefusal,
  isPartial = false,
): Back {
  return 'id' in after ? { before, after, isPartial } : undefined
}

/** Properties whose change makes it another appointment; a provider may have written the rest since. */
const essential = [
  'title',
  'start',
  'duration',
  'timeZone',
  'recurrenceRule',
  'recurrenceOverrides',
  'description',
]

function propertiesBack(
  now: EventObject,
  was: EventObject,
  became: EventObject,
): { event: EventObject; isPartial: boolean } {
  const changed = new Set([...Object.keys(was), ...Object.keys(became)])
  // What a provider has not kept is as it was already.
  const isLeft = (name: string): boolean => !isEqual(was[name], now[name])
  const back = [...changed].filter(
    (name) => !isEqual(was[name], became[name]) && name !== 'updated' && isLeft(name),
  )
  const [current, then] = [comparable(now), comparable(became)]
  const standing = back.filter((name) => isEqual(current[name], then[name]))
  const remaining = Object.entries(now).filter(([name]) => !standing.includes(name))
  const returned = Object.entries(was).filter(([name]) => standing.includes(name))
  // Taking a revision back is another one (RFC 5546 §2.1.4): its number never falls.
  const [number, old] = [now['sequence'], became['sequence']]
  const isRevised = typeof number === 'number' && old !== was['sequence']
  return {
    event: {
      ...Object.fromEntries([...remaining, ...returned]),
      ...(isRevised ? { sequence: number + 1 } : {}),
    },
    isPartial: standing.length < back.length,
  }
}

/**
 * As events are compared: by what takes place. Google goes on telling that dates are left out which the rule no longer has,
 * and Microsoft ends a rule with a day.
 */
function comparable(event: EventObject): EventObject {
  const { recurrenceOverrides: overrides, ...series } = event
  const rule = series['recurrenceRule']
  if (!isObject(rule)) return event
  const takesPlace = getPlaces(series)
  const remaining = Object.entries(isObject(overrides) ? overrides : {}).filter(([id, override]) => {
    const isLeftOut = isObject(override) && override['excluded'] === true
    const wall = isLeftOut ? parseWallTime(id) : undefined
    return wall === undefined || takesPlace(wall)
  })
  const last = rule['until'] === undefined ? undefined : lastOccurrence(series)
  const until = last === undefined ? {} : { until: last }
  return {
    ...series,
    recurrenceRule: { ...rule, ...until },
    ...(remaining.length === 0 ? {} : { recurrenceOverrides: Object.fromEntries(remaining) }),
  }
}

/** When the last one takes place by the rule, by the walls of its zone; undefined where they are too many to count. */
function lastOccurrence(series: EventObject): number | undefined {
  const { first, last } = toProjection(series)
  if (last === null) return undefined
  const { occurrences, isCutOff } = expand(toSeries(series), first - dayMs, last + dayMs, 'UTC')
  return isCutOff ? undefined : occurrences.at(-1)?.recurrenceId
}

/** Whatever the order of names in it: JSON of the database has an order of its own. */
function isEqual(a: EventObject[string] | undefined, b: EventObject[string] | undefined): boolean {
  const wrapped = (json: EventObject[string] | undefined): EventObject => (json === undefined ? {} : { json })
  return Object.keys(patchBetween(wrapped(a), wrapped(b))).length === 0
}

/** Written by `itemOf`. */
function readJournalEvent(id: CalendarEventId, values: JournalItem['before']): CalendarEvent | undefined {
  return values ? { ...(values as unknown as Omit<CalendarEvent, 'id'>), id } : undefined
}
