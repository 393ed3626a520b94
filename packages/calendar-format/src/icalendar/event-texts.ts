import { getClock } from '../clocks/index.ts'
import { type Component, property, readComponents } from './component.ts'
import {
  componentsIn,
  isLine,
  getLines,
  splitLine,
  type RawComponent,
  readRaw,
  unfolded,
  writeRaw,
} from './raw-component.ts'
import { interpretCalendars, type ReadCalendar } from './read-calendar.ts'

/** A calendar file with the text of each of its events. */
export interface CalendarFile extends ReadCalendar {
  /** As many as `events`: the VEVENTs of each as they came; undefined where the text cannot be matched to the event. */
  texts: ReadonlyArray<string | undefined>
  /** The VTIMEZONEs of the file as they came. */
  zones: string
}

/** Undefined where the text is no calendar at all. */
export function readCalendarFile(text: string): CalendarFile | undefined {
  const parsed = readComponents(text)
  const read = parsed && interpretCalendars(parsed)
  if (!read) return undefined
  const calendars = componentsIn(readRaw(text), 'VCALENDAR')
  const components = matchedEvents(parsed, calendars)
  const texts = read.events.map(({ event, positions }) => {
    const parts = positions.flatMap((position) => components[position] ?? [])
    if (parts.length < positions.length) return undefined
    return parts.map((part) => storableText(writeRaw(withUid(part, event['uid'])))).join('')
  })
  const zones = calendars.flatMap((calendar) => componentsIn(calendar, 'VTIMEZONE').map(writeRaw))
  const usableZones = zones.filter((zone) => zone.length <= maxZoneLength).slice(0, maxZones)
  return { ...read, texts, zones: usableZones.map(storableText).join('') }
}

/** Zones are written beside each event that names them, so a hostile one must not be large. */
const [maxZones, maxZoneLength] = [50, 16_384]

/**
 * The raw VEVENTs in the order of the parsed ones. The two readings of a damaged file may see different components; then
 * nothing is matched, because a text under the wrong event would be exported as that event.
 */
function matchedEvents(stream: readonly Component[], calendars: readonly RawComponent[]): RawComponent[] {
  const raw = calendars.flatMap((calendar) => componentsIn(calendar, 'VEVENT'))
  const parsed = stream
    .filter(({ name }) => name === 'vcalendar')
    .flatMap(({ components }) => components.filter(({ name }) => name === 'vevent'))
  const isAlike = parsed.every((component, position) => {
    const item = raw[position]
    return item !== undefined && item.end !== '' && uidLine(item) === property(component, 'uid')?.line
  })
  return isAlike && raw.length === parsed.length ? raw : []
}

function uidLine(component: RawComponent): string | undefined {
  const [line] = getLines(component, 'UID')
  return line && unfolded(line.text)
}

/** Adds the UID that was assigned on reading to a component without one. */
function withUid(component: RawComponent, uid: unknown): RawComponent {
  if (uidLine(component) !== undefined || typeof uid !== 'string') return component
  return { ...component, items: [{ property: 'UID', text: `UID:${uid}\r\n` }, ...component.items] }
}

/** PostgreSQL takes no NUL, and the last line of a file may lack its end. */
const storableText = (text: string): string => {
  const clean = text.replaceAll('\u0000', '')
  return clean === '' || clean.endsWith('\n') ? clean : `${clean}\r\n`
}

/** One event as a calendar of its own, with those of the zones that it names. */
export function writeEventCalendar(text: string, zones: string): string {
  const names = zonesNamed(readRaw(text))
  const defined = componentsIn(readRaw(zones), 'VTIMEZONE').filter((zone) => names.has(getTzid(zone) ?? ''))
  return [
    'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//plMail//plMail//EN\r\n',
    ...defined.map(writeRaw),
    text,
    'END:VCALENDAR\r\n',
  ].join('')
}

/** The values of all TZID parameters, without quotes. */
function zonesNamed(component: RawComponent): Set<string> {
  const names = component.items.flatMap((item) => {
    if (!isLine(item)) return [...zonesNamed(item)]
    const tzid = /;TZID=/i.test(item.text) ? splitLine(item.text)?.parameters.get('TZID') : undefined
    return tzid === undefined ? [] : [tzid.replace(/^"(.*)"$/, '$1')]
  })
  return new Set(names)
}

/** Returns the TZID of a VTIMEZONE. */
export function getTzid(zone: RawComponent): string | undefined {
  const [line] = getLines(zone, 'TZID')
  return line && splitLine(line.text)?.value.trim()
}

/** Whether every zone that the object names is defined in it, or known by its IANA name. */
export function hasAllZones(text: string): boolean {
  const [calendar] = componentsIn(readRaw(text), 'VCALENDAR')
  if (!calendar) return false
  const defined = new Set(componentsIn(calendar, 'VTIMEZONE').map(getTzid))
  return [...zonesNamed(calendar)].every((name) => defined.has(name) || getClock(name) !== null)
}
