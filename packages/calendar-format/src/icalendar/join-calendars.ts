import { getTzid } from './event-texts.ts'
import { componentsIn, isLine, splitLine, type RawComponent, readRaw, writeRaw } from './raw-component.ts'
import { escapeText, fold, contentLine } from './write-lines.ts'

/** Collects calendars into one file. */
export interface CalendarJoiner {
  /** Adds the events of a calendar with the zones that it defines. */
  add(text: string): void
  /** The file, with CRLF as line ends. */
  text(name: string | undefined): string
}

/**
 * Components stay as they are, and a zone that several calendars define alike is defined once. Two definitions of one
 * name are two zones, and the later one gets a name of its own.
 */
export function calendarJoiner(): CalendarJoiner {
  const zones = new Map<string, string>()
  const events: string[] = []
  return {
    add: (text) => {
      for (const calendar of componentsIn(readRaw(withCrlf(text)), 'VCALENDAR')) {
        for (const zone of componentsIn(calendar, 'VTIMEZONE')) defineZone(zones, calendar, zone)
        events.push(...componentsIn(calendar, 'VEVENT').map(writeRaw))
      }
    },
    text: (name) => [...header(name), ...zones.values(), ...events, 'END:VCALENDAR\r\n'].join(''),
  }
}

function header(name: string | undefined): string[] {
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//plMail//plMail//EN', 'CALSCALE:GREGORIAN']
  if (name !== undefined)
    lines.push(contentLine('NAME', escapeText(name)), contentLine('X-WR-CALNAME', escapeText(name)))
  return lines.map((text) => `${text}\r\n`)
}

const withCrlf = (text: string): string => text.replace(/\r\n|\r|\n/g, '\r\n')

function defineZone(zones: Map<string, string>, calendar: RawComponent, zone: RawComponent): void {
  const name = getTzid(zone)
  if (name === undefined) return
  const text = writeRaw(zone)
  const storedZone = zones.get(name)
  if (storedZone === undefined) zones.set(name, text)
  if (storedZone === undefined || storedZone === text) return
  const numberedZones = [...zones.keys()].filter((zoneName) => zoneName.startsWith(`${name} `))
  const alike = numberedZones.find(
    (zoneName) => zones.get(zoneName) === writeRaw(renamedZone(zone, name, zoneName)),
  )
  const freshName = alike ?? `${name} ${numberedZones.length + 2}`
  zones.set(freshName, writeRaw(renamedZone(zone, name, freshName)))
  calendar.items = calendar.items.map((item) => (isLine(item) ? item : renamedZone(item, name, freshName)))
}

/** Renames a zone in its definition and in the lines that reference it. */
function renamedZone(component: RawComponent, from: string, to: string): RawComponent {
  const items = component.items.map((item) => {
    if (!isLine(item)) return renamedZone(item, from, to)
    const parts = splitLine(item.text)
    const isDefinition = component.name === 'VTIMEZONE' && parts?.name === 'TZID'
    if (isDefinition && parts.value.trim() === from) return { ...item, text: `${fold(`TZID:${to}`)}\r\n` }
    if (parts?.parameters.get('TZID')?.replace(/^"(.*)"$/, '$1') !== from) return item
    const parameters = [...parts.parameters].map(
      ([key, value]) => `;${key}=${key === 'TZID' ? `"${to}"` : value}`,
    )
    return { ...item, text: `${fold(`${item.property}${parameters.join('')}:${parts.value}`)}\r\n` }
  })
  return { ...component, items }
}
