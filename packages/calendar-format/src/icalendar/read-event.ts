import type { EventObject, Json } from '../events/index.ts'
import { type WallTime, writeDuration, writeWallTime } from '../clocks/index.ts'
import { parseRule, ruleObject } from '../recurrence/index.ts'
import { type Component, getProperties, property, getText } from './component.ts'
import { readDetails } from './read-details.ts'
import { createStableId, readPeople } from './read-people.ts'
import { durationBetween, type StatedTime, readTimes, wallIn } from './read-times.ts'
import type { ZoneFinder } from './zone-names.ts'

/** One VEVENT: the series, or what is different about one of its occurrences. */
export interface ReadEvent {
  uid: string
  /** Local start in the series' zone, of the occurrence that this is about. */
  recurrenceId: StatedTime | undefined
  /** Whether RECURRENCE-ID includes all later occurrences (RANGE=THISANDFUTURE, old Outlook). */
  isAndFuture: boolean
  event: EventObject
  /**
   * Text of the rules that are not followed, a line each: one that is not understood, and every further RRULE or EXRULE (RFC
   * 5545 §3.8.5.3 asks for one RRULE at most). Kept by whoever keeps the raw component.
   */
  unreadRule: string | undefined
}

/** Undefined for what has no start. What has no UID is named by what it says, as feeds that forget it repeat it. */
export function readEvent(component: Component, getZone: ZoneFinder): ReadEvent | undefined {
  const [start] = timesNamed(component, 'dtstart', getZone)
  if (!start) return undefined
  const uid =
    getText(component, 'uid')?.trim() ??
    createStableId(component.properties.map(({ line }) => line).join('\n'))
  const [end] = timesNamed(component, 'dtend', getZone)
  const [recurrenceId] = timesNamed(component, 'recurrence-id', getZone)
  const duration = durationBetween(start, end, property(component, 'duration'))
  const rule = readRule(component, start)
  const overrides = getOverrides(component, start, getZone)
  const event: EventObject = {
    '@type': 'Event',
    version: '2.0',
    uid,
    ...readDetails(component),
    ...readPeople(component),
    start: writeWallTime(start.wall),
    duration: writeDuration(duration),
    ...(start.isDate ? { showWithoutTime: true } : {}),
    ...(start.zone === null ? {} : { timeZone: start.zone }),
    ...(end && end.zone !== null && end.zone !== start.zone ? { endTimeZone: end.zone } : {}),
    ...(rule.read ? { recurrenceRule: rule.read } : {}),
    ...(Object.keys(overrides).length > 0 ? { recurrenceOverrides: overrides } : {}),
  }
  const isAndFuture =
    property(component, 'recurrence-id')?.parameters.get('range')?.toUpperCase() === 'THISANDFUTURE'
  return { uid, recurrenceId, isAndFuture, event, unreadRule: rule.unread }
}

function timesNamed(component: Component, name: string, getZone: ZoneFinder): StatedTime[] {
  return getProperties(component, name).flatMap((line) => readTimes(line, getZone))
}

/** The line as it came says more than the parser's reading of it. */
function readRule(component: Component, start: StatedTime): { read?: Json; unread: string | undefined } {
  const [first, ...more] = getProperties(component, 'rrule')
  const rule = first && parseRule(getValue(first), { zone: start.zone, isAllDay: start.isDate })
  const unread = [...(first && !rule ? [first] : []), ...more, ...getProperties(component, 'exrule')]
  return {
    ...(rule ? { read: ruleObject(rule) as Json } : {}),
    unread: unread.length > 0 ? unread.map(getValue).join('\n') : undefined,
  }
}

const getValue = ({ line }: { line: string }): string => line.slice(line.indexOf(':') + 1)

/** EXDATE and RDATE, by the local start in the zone of the series. */
function getOverrides(component: Component, start: StatedTime, getZone: ZoneFinder): Record<string, Json> {
  const getName = (time: StatedTime): string => writeWallTime(localStart(time, start))
  const added = timesNamed(component, 'rdate', getZone).map((time) => [getName(time), {}] as const)
  const excluded = timesNamed(component, 'exdate', getZone).map(
    (time) => [getName(time), { excluded: true }] as const,
  )
  return Object.fromEntries([...added, ...excluded])
}

/** A date among times means that day's occurrence, as Google and Exchange write EXDATE. */
export function localStart(time: StatedTime, series: StatedTime): WallTime {
  if (time.isDate && !series.isDate)
    return time.wall + (((series.wall % 86_400_000) + 86_400_000) % 86_400_000)
  return wallIn(time, series.zone)
}
