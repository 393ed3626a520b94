import { type EventObject, isObject, type Json, occurrenceObject } from '../events/index.ts'
import { isSame } from '../events/patch-event.ts'
import { parseWallTime, writeWallTime } from '../clocks/index.ts'
import { readComponents, getText } from './component.ts'
import { editLines, endLine, mergeLines, setLine } from './edit-lines.ts'
import { getAlertId } from './read-details.ts'
import {
  componentsIn,
  isLine,
  getLines,
  splitLine,
  type RawComponent,
  readRaw,
  writeRaw,
} from './raw-component.ts'
import { localStart, readEvent } from './read-event.ts'
import type { StatedTime } from './read-times.ts'
import { writeCalendar } from './write-calendar.ts'
import { writeEvent } from './write-event.ts'
import { basicTime, writeZone } from './write-zone.ts'
import { zoneFinder } from './zone-names.ts'

export interface CalendarEdit {
  /** A file with one event: its series, its changed occurrences, its zones. */
  raw: string
  /** As it was read from it. */
  before: EventObject
  after: EventObject
  /** When it is written. */
  at: Date
}

/**
 * The file with what differs between the events changed in it. Everything else stays to the byte: properties nobody here
 * knows, alarms, zones, how lines are folded. An event that did not change is answered as it came.
 */
export function editCalendar({ raw, before, after, at }: CalendarEdit): string {
  const root = readRaw(raw)
  const [calendar] = componentsIn(root, 'VCALENDAR')
  const located = calendar && eventsIn(raw, calendar, before)
  if (!calendar || !located?.series) return writeCalendar({ events: [after], at })
  const editing: Editing = { calendar, at, eol: raw.includes('\r\n') ? '\r\n' : '\n' }
  const [was, is] = [withoutChanged(before), withoutChanged(after)]
  const plain = copyComponent(located.series)
  let isChanged = edit(editing, located.series, was, is)
  const occurrences = changedOccurrences(after)
  for (const [id, occurrence] of occurrences) {
    const storedOccurrence = located.occurrences.get(id)
    const old = occurrenceObject(before, wall(id))
    if (storedOccurrence && old) isChanged = edit(editing, storedOccurrence, old, occurrence) || isChanged
    else isChanged = add(editing, plain, was, occurrence)
  }
  for (const [id, component] of located.occurrences)
    if (!occurrences.has(id)) {
      calendar.items = calendar.items.filter((item) => item !== component)
      isChanged = true
    }
  if (!isChanged) return raw
  addZones(editing, readRaw(raw), after)
  return writeRaw(root)
}

interface Editing {
  calendar: RawComponent
  at: Date
  eol: string
}

const wall = (id: string): number => parseWallTime(id) ?? 0

/** Returns a series without the occurrences that have components of their own. */
function withoutChanged(event: EventObject): EventObject {
  const overrides = event['recurrenceOverrides']
  if (!isObject(overrides)) return event
  const own = Object.entries(overrides).filter(([, patch]) => !saysSomething(patch))
  return { ...event, recurrenceOverrides: Object.fromEntries(own) }
}

const saysSomething = (patch: Json): boolean =>
  isObject(patch) && Object.keys(patch).length > 0 && patch['excluded'] !== true

function changedOccurrences(event: EventObject): Map<string, EventObject> {
  const overrides = event['recurrenceOverrides']
  if (!isObject(overrides)) return new Map()
  return new Map(
    Object.entries(overrides).flatMap(([id, patch]) => {
      const occurrence = saysSomething(patch) ? occurrenceObject(event, wall(id)) : undefined
      return occurrence ? [[id, occurrence] as const] : []
    }),
  )
}

/** Which component of the text is which: the two readings see the same ones, in the same order. */
function eventsIn(
  raw: string,
  calendar: RawComponent,
  event: EventObject,
): { series: RawComponent | undefined; occurrences: Map<string, RawComponent> } {
  const [read] = (readComponents(raw) ?? []).filter(({ name }) => name === 'vcalendar')
  const parsed = read?.components.filter(({ name }) => name === 'vevent') ?? []
  const zones = read?.components.filter(({ name }) => name === 'vtimezone') ?? []
  const getZone = zoneFinder(zones, Number(String(event['start']).slice(0, 4)) || 1970)
  const series = getStart(event)
  const occurrences = new Map<string, RawComponent>()
  let master: RawComponent | undefined
  for (const [index, component] of componentsIn(calendar, 'VEVENT').entries()) {
    const parsedComponent = parsed[index]
    if (!parsedComponent || getText(parsedComponent, 'uid')?.trim() !== event['uid']) continue
    const id = readEvent(parsedComponent, getZone)?.recurrenceId
    if (!id || typeof event['recurrenceId'] === 'string') master = component
    else occurrences.set(writeWallTime(localStart(id, series)), component)
  }
  return { series: master, occurrences }
}

function getStart({ start, timeZone, showWithoutTime }: EventObject): StatedTime {
  return {
    wall: wall(typeof start === 'string' ? start : ''),
    zone: typeof timeZone === 'string' ? timeZone : null,
    isDate: showWithoutTime === true,
  }
}

/** One component; answers whether it changed. */
function edit({ at, eol }: Editing, raw: RawComponent, before: EventObject, after: EventObject): boolean {
  const isEdited = editLines(raw, written(before, at), written(after, at), eol)
  const isRung = editAlarms(raw, before, after, { at, eol })
  if (!isEdited && !isRung) return false
  const now = `${basicTime(Math.floor(at.getTime() / 1_000) * 1_000)}Z`
  setLine(raw, 'DTSTAMP', `DTSTAMP:${now}`, eol)
  setLine(raw, 'LAST-MODIFIED', `LAST-MODIFIED:${now}`, eol)
  const isOwn = after['organizerCalendarAddress'] === undefined
  const [was, is] = [before['sequence'] ?? 0, after['sequence'] ?? 0]
  // Of a meeting its organizer counts the revisions (RFC 5546 §2.1.4), and an answer to one is none.
  if (isOwn && was === is && typeof is === 'number') setLine(raw, 'SEQUENCE', `SEQUENCE:${is + 1}`, eol)
  return true
}

/** The component of an event as this program writes it. */
function written(event: EventObject, at: Date): RawComponent {
  const [component] = componentsIn(readRaw(`${writeEvent(event, at).join('\r\n')}\r\n`), 'VEVENT')
  if (!component) throw new Error('No event was written')
  return component
}

/** A new occurrence begins as a copy of its series, so that it has what is not understood here as well. */
function add(
  { calendar, at, eol }: Editing,
  series: RawComponent,
  was: EventObject,
  now: EventObject,
): boolean {
  const once: ReadonlySet<string> = new Set(['RRULE', 'RDATE', 'EXDATE', 'EXRULE'])
  const copy = copyComponent(series)
  const [start] = getLines(copy, 'DTSTART')
  const { recurrenceRule: _rule, recurrenceOverrides: _overrides, ...single } = was
  const [ours, theirs] = [written(single, at), written(now, at)]
  const [id] = getLines(theirs, 'RECURRENCE-ID')
  const [ourStart] = getLines(ours, 'DTSTART')
  copy.items = copy.items.filter((item) => !isLine(item) || !once.has(item.property))
  if (id && start && ourStart) {
    // Names its zone as the series does.
    const renamed = { property: 'DTSTART', text: id.text.replace(/^RECURRENCE-ID/, 'DTSTART') }
    const line = mergeLines(start, ourStart, renamed, eol).text.replace(/^DTSTART/, 'RECURRENCE-ID')
    copy.items.splice(copy.items.indexOf(start), 0, { property: 'RECURRENCE-ID', text: line })
  }
  edit({ calendar, at, eol }, copy, single, now)
  const last = calendar.items.findLastIndex((item) => !isLine(item) && item.name === 'VEVENT')
  calendar.items.splice(last + 1, 0, copy)
  return true
}

const copyComponent = (component: RawComponent): RawComponent => ({
  ...component,
  items: component.items.map((item) => (isLine(item) ? item : copyComponent(item))),
})

/** Alarms are told apart as they are when read; of one that changed, the lines that say otherwise. */
function editAlarms(
  raw: RawComponent,
  before: EventObject,
  after: EventObject,
  { at, eol }: Omit<Editing, 'calendar'>,
): boolean {
  const [was, is] = [getAlerts(before), getAlerts(after)]
  const ids = [...new Set([...was.keys(), ...is.keys()])]
  const changed = ids.filter((id) => !isSame(was.get(id), is.get(id)))
  const alarmById = new Map(componentsIn(raw, 'VALARM').map((alarm) => [idOfAlarm(alarm), alarm]))
  const alarm = (event: EventObject, id: string, alert: Json | undefined): RawComponent | undefined =>
    alert === undefined
      ? undefined
      : componentsIn(written({ ...event, alerts: { [id]: alert } }, at), 'VALARM')[0]
  for (const id of changed) {
    const [old, now, fileAlarm] = [
      alarm(before, id, was.get(id)),
      alarm(before, id, is.get(id)),
      alarmById.get(id),
    ]
    if (old && now && fileAlarm) editLines(fileAlarm, old, now, eol)
    else if (now) raw.items.push(endLinesWithin(now, eol))
    else raw.items = raw.items.filter((item) => item !== fileAlarm)
  }
  return changed.length > 0
}

function getAlerts({ alerts }: EventObject): Map<string, Json> {
  return new Map(isObject(alerts) ? Object.entries(alerts) : [])
}

function idOfAlarm(alarm: RawComponent): string | undefined {
  const text = `BEGIN:VCALENDAR\n${writeRaw(alarm)}\nEND:VCALENDAR`
  const [component] = readComponents(text)?.[0]?.components ?? []
  return component && getAlertId(component)
}

const endLinesWithin = (component: RawComponent, eol: string): RawComponent => ({
  ...component,
  begin: component.begin.trimEnd() + eol,
  items: component.items.map((item) => (isLine(item) ? endLine(item, eol) : endLinesWithin(item, eol))),
  end: component.end.trimEnd() + eol,
})

/** Zones that are named now and were not before are defined (RFC 5545 §3.6.5). */
function addZones({ calendar, eol }: Editing, before: RawComponent, event: EventObject): void {
  const zoneNames = new Set(componentsIn(calendar, 'VTIMEZONE').map((zone) => getValue(zone, 'TZID')))
  const named = zonesNamed(before)
  const year = Number(String(event['start']).slice(0, 4)) || 1970
  const missing = [...zonesNamed(calendar)].filter((zone) => !zoneNames.has(zone) && !named.has(zone))
  const texts = missing.map((zone) => writeZone(zone, year)).filter((lines) => lines.length > 0)
  const zones = texts.flatMap((lines) => componentsIn(readRaw(`${lines.join('\r\n')}\r\n`), 'VTIMEZONE'))
  const at = calendar.items.findIndex((item) => !isLine(item))
  calendar.items.splice(
    at < 0 ? calendar.items.length : at,
    0,
    ...zones.map((zone) => endLinesWithin(zone, eol)),
  )
}

function zonesNamed(component: RawComponent): Set<string> {
  const own = component.items.flatMap((item) =>
    isLine(item) ? (splitLine(item.text)?.parameters.get('TZID') ?? []) : [...zonesNamed(item)],
  )
  return new Set(own)
}

const getValue = (component: RawComponent, name: string): string | undefined => {
  const [line] = getLines(component, name)
  return line && splitLine(line.text)?.value.trim()
}
