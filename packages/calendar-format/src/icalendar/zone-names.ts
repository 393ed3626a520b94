import ICAL from 'ical.js'
import { getClock } from '../clocks/index.ts'
import { type Component, getText } from './component.ts'
import { zoneOfWindows, zonesOfWindows } from '../clocks/windows-zones.ts'

/** Finds the IANA zone of a TZID; null where nothing fits, and the time is then the same on every wall. */
export type ZoneFinder = (tzid: string) => string | null

const weekMs = 7 * 86_400_000

/**
 * TZIDs are whatever their writer liked: IANA names, IANA names behind a prefix, names of Windows, offsets, or names of
 * nothing but the VTIMEZONE that comes along, which is then compared with the zones there are: over two years from `year`
 * on, that of the events, because definitions are seldom right about any other.
 */
export function zoneFinder(timezones: readonly Component[], year: number): ZoneFinder {
  const zoneByName = new Map<string, string | null>()
  const byId = new Map(timezones.map((timezone) => [getText(timezone, 'tzid') ?? '', timezone]))
  return (tzid) => {
    let zone = zoneByName.get(tzid)
    if (zone === undefined)
      zoneByName.set(tzid, (zone = findZoneByName(tzid) ?? matching(byId.get(tzid), year) ?? null))
    return zone
  }
}

function findZoneByName(tzid: string): string | undefined {
  const name = tzid.replace(/^"|"$/g, '').trim()
  if (getClock(name)) return name
  const windows = zoneOfWindows(name.replace(/^tzone:\/\/Microsoft\//i, ''))
  if (windows) return windows
  // "/citadel.org/20250101_1/Europe/Berlin", "/freeassociation.sourceforge.net/Tzfile/America/Argentina/Salta".
  const parts = name.split('/')
  const tails = [3, 2].map((count) => parts.slice(-count).join('/'))
  return tails.find((tail) => parts.length > 2 && getClock(tail) !== null) ?? fixedOffset(name)
}

/** "GMT+0100", "UTC-05:00": whole hours are zones of their own, whose sign is the other way round. */
function fixedOffset(name: string): string | undefined {
  const [, sign, hours, minutes = '00'] = /^\(?(?:GMT|UTC)([+-])(\d{1,2}):?(\d\d)?\)?/i.exec(name) ?? []
  if (hours === undefined || minutes !== '00') return undefined
  const zone = `Etc/GMT${sign === '+' ? '-' : '+'}${Number(hours)}`
  return getClock(zone) ? zone : undefined
}

function matching(timezone: Component | undefined, year: number): string | undefined {
  const offsetAt = timezone && getOffsets(timezone)
  if (!offsetAt) return undefined
  // Week by week, which tells zones apart that differ in their summers.
  const probes = Array.from({ length: 104 }, (_, week) => Date.UTC(year, 0, 2) + week * weekMs)
  const offsets = probes.map(offsetAt)
  const fits = (zone: string): boolean => {
    const clock = getClock(zone)
    return clock !== null && probes.every((at, index) => clock.wallTimeAt(at) - at === offsets[index])
  }
  return zonesOfWindows.find(fits) ?? Intl.supportedValuesOf('timeZone').find(fits)
}

/**
 * Zones change by the year, and seldom have more than a hundred changes written down. A definition that says otherwise
 * would be worked through second by second.
 */
function isPlausible({ components }: Component): boolean {
  const lines = components.flatMap(({ properties }) => properties)
  const rules = lines.filter(({ name }) => name === 'rrule')
  return (
    lines.length <= 2_000 &&
    rules.every(
      ({ line }) => /[:;]FREQ=(YEARLY|MONTHLY)(;|$)/i.test(line) && !/BY(HOUR|MINUTE|SECOND)/i.test(line),
    )
  )
}

function getOffsets(timezone: Component): ((instant: number) => number) | undefined {
  if (!isPlausible(timezone)) return undefined
  const lines = ['BEGIN:VTIMEZONE', ...getLines(timezone), 'END:VTIMEZONE']
  try {
    const zone = new ICAL.Timezone(new ICAL.Component(ICAL.parse(lines.join('\r\n')) as never))
    return (instant) => {
      const time = ICAL.Time.fromJSDate(new Date(instant), true)
      return zone.utcOffset(time) * 1_000
    }
  } catch {
    // A zone whose own definition is broken is as good as none.
    return undefined
  }
}

function getLines({ properties, components }: Component): string[] {
  const inner = components.flatMap((component) => {
    const name = component.name.toUpperCase()
    return [`BEGIN:${name}`, ...getLines(component), `END:${name}`]
  })
  return [...properties.map(({ line }) => line), ...inner]
}
