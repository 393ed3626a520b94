import {
  getClock,
  dayMs,
  type EventObject,
  expand,
  isObject,
  type Json,
  type Occurrence,
  occurrenceObject,
  parseDuration,
  toSeries,
  writeWallTime,
} from '@plmail/calendar-format'

/** Values besides the event from which an alarm is computed. */
export interface AlarmContext {
  /** IANA name: where floating times and days are. */
  timeZone: string
  /** On which minute of a day the alarms of whole days ring. */
  allDayMinute: number
  /** Alerts of the calendar, for events that use its defaults: Id → Alert. */
  alertsWithTime: Json
  alertsWithoutTime: Json
}

/** One ringing of one alert of one occurrence. Instants in milliseconds. */
export interface Alarm {
  alert: string
  action: 'display' | 'email'
  /** Local start that the rule gave the occurrence. */
  recurrenceId: string
  ringsAt: number
  start: number
  end: number
}

/** More of them are nobody's wish. */
const maxAlerts = 20
/** An alert lies at most so far from its event: a year ahead, or as long after. */
const farthestMs = 366 * dayMs
/** Clocks and days of the zone make a difference of that much. */
const slackMs = 3 * dayMs
/** How far ahead is looked, step by step; what comes later is looked for again then. */
const reaches = [40 * dayMs, 400 * dayMs, 5 * 366 * dayMs]

/** All that ring after `from` and no later than `to`, in their order. */
export function alarmsBetween(event: EventObject, context: AlarmContext, from: number, to: number): Alarm[] {
  const offsets = getOffsets(event, context)
  if (offsets.length === 0) return []
  const [minimum, limit] = [Math.min(...offsets), Math.max(...offsets)]
  const { occurrences } = expand(
    toSeries(event),
    from - limit - slackMs,
    to - minimum + slackMs,
    context.timeZone,
  )
  return occurrences
    .flatMap((occurrence) => computeAlarms(event, occurrence, context))
    .filter(({ ringsAt }) => ringsAt > from && ringsAt <= to)
    .toSorted((a, b) => a.ringsAt - b.ringsAt)
}

/** When to look again: the next alarm, or a time before which there is none. Undefined: there is none any more. */
export function nextAlarm(event: EventObject, context: AlarmContext, from: number): number | undefined {
  if (getOffsets(event, context).length === 0) return undefined
  for (const reach of reaches) {
    const [first] = alarmsBetween(event, context, from, from + reach)
    if (first) return first.ringsAt
    if (event['recurrenceRule'] === undefined && reach > farthestMs) {
      const [far] = alarmsBetween(event, context, from, from + 100 * 366 * dayMs)
      return far?.ringsAt
    }
  }
  return from + (reaches.at(-1) ?? 0)
}

function getAlerts(
  event: EventObject,
  { alertsWithTime, alertsWithoutTime }: AlarmContext,
): Array<[string, EventObject]> {
  const isDefault = event['useDefaultAlerts'] === true
  const ofCalendar = event['showWithoutTime'] === true ? alertsWithoutTime : alertsWithTime
  const alerts = isDefault ? ofCalendar : event['alerts']
  if (!isObject(alerts)) return []
  const entries = Object.entries(alerts).filter((entry): entry is [string, EventObject] => isObject(entry[1]))
  return entries.slice(0, maxAlerts)
}

/** How far all alerts lie from a start or an end, those of single dates too. */
function getOffsets(event: EventObject, context: AlarmContext): number[] {
  const { recurrenceOverrides } = event
  const patches = isObject(recurrenceOverrides) ? Object.values(recurrenceOverrides).filter(isObject) : []
  const changed = patches.flatMap((patch) =>
    Object.keys(patch).some((name) => name === 'alerts' || name.startsWith('alerts/'))
      ? getAlerts(
          { ...event, alerts: isObject(patch['alerts']) ? patch['alerts'] : (event['alerts'] ?? {}) },
          context,
        )
      : [],
  )
  return [...getAlerts(event, context), ...changed].flatMap(([, alert]) => {
    const trigger = parseTrigger(alert)
    if (!trigger) return []
    return 'at' in trigger
      ? [-farthestMs, farthestMs]
      : [trigger.offset - lengthMs(event), trigger.offset + lengthMs(event)]
  })
}

function lengthMs({ duration }: EventObject): number {
  const read = typeof duration === 'string' ? parseDuration(duration) : undefined
  return read ? Math.min(read.days * dayMs + read.ms, farthestMs) : 0
}

function computeAlarms(event: EventObject, occurrence: Occurrence, context: AlarmContext): Alarm[] {
  const described = occurrenceObject(event, occurrence.recurrenceId)
  if (!described || described['status'] === 'cancelled') return []
  const { start, end, recurrenceId } = occurrence
  return getAlerts(described, context).flatMap(([alert, facts]) => {
    const trigger = parseTrigger(facts)
    const isFirst = event['start'] === writeWallTime(recurrenceId)
    const ringsAt = trigger && ringing(described, trigger, { ...occurrence, isFirst }, context)
    if (ringsAt === undefined || isAcknowledged(facts, ringsAt)) return []
    const action = facts['action'] === 'email' ? ('email' as const) : ('display' as const)
    return [{ alert, action, recurrenceId: writeWallTime(recurrenceId), ringsAt, start, end }]
  })
}

/** RFC 9074 §6.1: silenced elsewhere, at or after it rang. */
function isAcknowledged({ acknowledged }: EventObject, ringsAt: number): boolean {
  return typeof acknowledged === 'string' && Date.parse(acknowledged) >= ringsAt
}

type Trigger = { at: number } | { offset: number; isEnd: boolean }

function parseTrigger({ trigger }: EventObject): Trigger | undefined {
  if (!isObject(trigger)) return undefined
  const { when, offset, relativeTo } = trigger
  if (typeof when === 'string') return Number.isNaN(Date.parse(when)) ? undefined : { at: Date.parse(when) }
  if (typeof offset !== 'string') return undefined
  const read = parseDuration(offset.replace(/^[-+]/, ''))
  if (!read) return undefined
  const size = read.days * dayMs + read.ms
  if (size > farthestMs) return undefined
  return { offset: offset.startsWith('-') ? -size : size, isEnd: relativeTo === 'end' }
}

/** Days ring on the clocks of the user: whole days before or after at the minute they chose, all else as it says. */
function ringing(
  described: EventObject,
  trigger: Trigger,
  { start, end, isFirst }: Occurrence & { isFirst: boolean },
  { timeZone, allDayMinute }: AlarmContext,
): number | undefined {
  // A fixed instant is meant once, whatever repeats.
  if ('at' in trigger) return isFirst ? trigger.at : undefined
  const base = trigger.isEnd ? end : start
  const clock = described['showWithoutTime'] === true ? getClock(timeZone) : null
  if (!clock) return base + trigger.offset
  const isWhole = trigger.offset % dayMs === 0
  return clock.instantAt(clock.wallTimeAt(base) + trigger.offset + (isWhole ? allDayMinute * 60_000 : 0))
}
