import { datePrivacy } from '@plmail/wire'
import { type EventObject, isObject, type Json, occurrenceObject, patchBetween } from '../events/index.ts'
import { parseWallTime, writeWallTime } from '../clocks/index.ts'
import { type Component, readComponents, getText } from './component.ts'
import { localStart, readEvent, type ReadEvent } from './read-event.ts'
import type { StatedTime } from './read-times.ts'
import { zoneFinder } from './zone-names.ts'

/** Content of a calendar file. */
export interface ReadCalendar {
  /** `REQUEST`, `CANCEL`, `REPLY` …; undefined where the file is a calendar and not a message about one (RFC 5546). */
  method: string | undefined
  name: string | undefined
  events: CalendarItem[]
  /** Events that could not be read: without a start. */
  unreadable: number
  /** VTODO and VJOURNAL components, which are no events. */
  tasks: number
  journals: number
}

export interface CalendarItem {
  event: EventObject
  /** The VEVENTs that it was read from: all of its UID. */
  components: Component[]
  /** The same, counted from 0 over all calendars of the file. */
  positions: number[]
  unreadRule: string | undefined
}

/** Undefined where the text is no calendar at all. */
export function readCalendar(text: string): ReadCalendar | undefined {
  const components = readComponents(text)
  return components && interpretCalendars(components)
}

/** The calendars among the components of a stream, read as one. */
export function interpretCalendars(stream: readonly Component[]): ReadCalendar | undefined {
  const calendars = stream.filter(({ name }) => name === 'vcalendar')
  const [first] = calendars
  if (!first) return undefined
  const inside = calendars.flatMap(({ components }) => components)
  const components = inside.filter(({ name }) => name === 'vevent')
  const getZone = zoneFinder(
    inside.filter(({ name }) => name === 'vtimezone'),
    newestYear(components),
  )
  const byUid = new Map<string, PlacedEvent[]>()
  let unreadable = 0
  for (const [position, component] of components.entries()) {
    const read = readEvent(component, getZone)
    if (!read) unreadable++
    else byUid.set(read.uid, [...(byUid.get(read.uid) ?? []), { position, component, read }])
  }
  const count = (name: string): number => inside.filter((component) => component.name === name).length
  return {
    method: getText(first, 'method')?.trim().toUpperCase(),
    name: getText(first, 'name') ?? getText(first, 'x-wr-calname'),
    events: [...byUid.values()].flatMap(toItems),
    unreadable,
    tasks: count('vtodo'),
    journals: count('vjournal'),
  }
}

interface PlacedEvent {
  position: number
  component: Component
  read: ReadEvent
}

function newestYear(components: readonly Component[]): number {
  const years = components.map((component) => Number(getText(component, 'dtstart')?.slice(0, 4)))
  return years.filter(Number.isInteger).reduce((newest, year) => Math.max(newest, year), 1970)
}

/** A series with its changed occurrences as overrides; occurrences without their series stand alone. */
function toItems(group: readonly PlacedEvent[]): CalendarItem[] {
  const master = group.findLast(({ read }) => read.recurrenceId === undefined)
  const single = group.filter(({ read }) => read.recurrenceId !== undefined)
  if (!master) return single.map(alone)
  const event = single.reduce((series, { read }) => withOccurrence(series, read), master.read.event)
  // Of two series of one UID only the last is read.
  const sources = group.filter((source) => source === master || source.read.recurrenceId !== undefined)
  return [{ event, ...getSources(sources), unreadRule: master.read.unreadRule }]
}

const getSources = (events: readonly PlacedEvent[]): Pick<CalendarItem, 'components' | 'positions'> => ({
  components: events.map(({ component }) => component),
  positions: events.map(({ position }) => position),
})

function alone(source: PlacedEvent): CalendarItem {
  const { event, recurrenceId, unreadRule } = source.read
  const id = recurrenceId ? { recurrenceId: writeWallTime(recurrenceId.wall) } : {}
  const zone = recurrenceId?.zone ? { recurrenceIdTimeZone: recurrenceId.zone } : {}
  return { event: { ...event, ...id, ...zone }, ...getSources([source]), unreadRule }
}

function withOccurrence(series: EventObject, { event, recurrenceId }: ReadEvent): EventObject {
  if (!recurrenceId) return series
  const id = localStart(recurrenceId, readStart(series))
  const key = writeWallTime(id)
  const overrides = series['recurrenceOverrides']
  const plain = occurrenceObject({ ...series, recurrenceOverrides: {} }, id) ?? {}
  return {
    ...series,
    recurrenceOverrides: { ...(isObject(overrides) ? overrides : {}), [key]: differences(plain, event) },
  }
}

/** Returns the properties in which an occurrence differs from its series; its revision and time stamps do not count. */
function differences(plain: EventObject, event: EventObject): Json {
  const { recurrenceId: _id, recurrenceIdTimeZone: _zone, ...expected } = plain
  const {
    '@type': _type,
    version: _version,
    uid: _uid,
    privacy: _privacy,
    sequence: _sequence,
    created: _created,
    updated: _updated,
    ...patch
  } = patchBetween(expected, event)
  return { ...patch, ...datePrivacy(plain['privacy'], event['privacy']) }
}

function readStart(series: EventObject): StatedTime {
  const { start, timeZone, showWithoutTime } = series
  return {
    wall: (typeof start === 'string' ? parseWallTime(start) : undefined) ?? 0,
    zone: typeof timeZone === 'string' ? timeZone : null,
    isDate: showWithoutTime === true,
  }
}
