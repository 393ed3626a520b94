import { isDeepStrictEqual } from 'node:util'
import type { JsonObject, JsonValue } from '../../contract/index.ts'
import { readObject } from '../../contract/read-json.ts'
import type { Reckoning, ReckoningContext } from './reckoning.ts'

const dayMs = 86_400_000

/** The parsed `recurrence` of a Google event: lines of iCalendar without the start (RFC 5545 §3.8.5). */
export interface ReadLines {
  /** Undefined where there is none, or it is not understood: the line is then left as it is. */
  rule: JsonObject | undefined
  /** Local starts, by the clocks of the series. */
  added: string[]
  excluded: string[]
}

/** `start` is the local start of the series. */
export function readLines(
  lines: readonly string[],
  start: string,
  context: ReckoningContext,
  by: Reckoning,
): ReadLines {
  const rules = lines.filter((line) => isNamed(line, 'RRULE') || isNamed(line, 'EXRULE'))
  const [only] = rules
  const isPlain = only !== undefined && rules.length === 1 && isNamed(only, 'RRULE')
  return {
    rule: isPlain ? by.readRule(getValue(only), context) : undefined,
    added: expandDates(lines, { name: 'RDATE', start, reckoningContext: context, by }),
    excluded: expandDates(lines, { name: 'EXDATE', start, reckoningContext: context, by }),
  }
}

/** Returns the excluded dates and those added besides a rule as overrides of JSCalendar. */
export function overridesIn({ added, excluded }: ReadLines): Record<string, JsonObject> {
  return Object.fromEntries([
    ...added.map((id) => [id, {}] as const),
    ...excluded.map((id) => [id, { excluded: true }] as const),
  ])
}

interface DateLines {
  name: string
  start: string
  reckoningContext: ReckoningContext
  by: Reckoning
}

function expandDates(
  lines: readonly string[],
  { name, start, reckoningContext: { zone, isAllDay }, by }: DateLines,
): string[] {
  const time = (((by.parseWallTime(start) ?? 0) % dayMs) + dayMs) % dayMs
  return lines
    .filter((line) => isNamed(line, name))
    .flatMap((line) => {
      const tzid = /;TZID=([^;:]+)/i.exec(line)?.[1]
      return getValue(line)
        .split(',')
        .flatMap((value) => {
          const [, date = '', clock, utc] = /^(\d{8})(?:T(\d{6})(Z)?)?/.exec(value.trim()) ?? []
          const day = by.parseWallTime(date.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'))
          if (day === undefined) return []
          // A date among times means that day's occurrence.
          if (clock === undefined || isAllDay) return [by.writeWallTime(isAllDay ? day : day + time)]
          const stated = by.parseWallTime(
            `${by.writeWallTime(day).slice(0, 11)}${clock.replace(/(..)(?=.)/g, '$1:')}`,
          )
          if (stated === undefined) return []
          const from = utc ? 'UTC' : (tzid ?? zone)
          return [by.writeWallTime(from === zone || from === null ? stated : wallIn(stated, from, zone, by))]
        })
    })
}

function wallIn(wall: number, from: string, to: string | null, by: Reckoning): number {
  const instant = by.getClock(from)?.instantAt(wall) ?? wall
  return to === null ? instant : (by.getClock(to)?.wallTimeAt(instant) ?? instant)
}

const isNamed = (line: string, name: string): boolean => new RegExp(`^${name}[:;]`, 'i').test(line)
const getValue = (line: string): string => line.slice(line.indexOf(':') + 1)

/** A series before and after a change; both in full. */
export interface SeriesChange {
  before: JsonObject
  after: JsonObject
  context: ReckoningContext
  wasContext: ReckoningContext
}

/**
 * The lines for the series as it is to be. What was not touched stays to the byte: an unreadable rule, the order, the
 * spelling. Undefined when nothing is to be written; `cannot` where the rule has no text.
 */
export function changedLines(
  lines: readonly string[],
  { before, after, context, wasContext }: SeriesChange,
  by: Reckoning,
): { lines: string[] } | { cannot: true } | undefined {
  const was = readLines(lines, String(before['start'] ?? ''), wasContext, by)
  const rule = readObject(after['recurrenceRule']) as JsonObject
  const isMoved = !isDeepStrictEqual(context, wasContext) && rule['until'] !== undefined
  const isRuleChanged = isMoved || !isDeepStrictEqual(before['recurrenceRule'], after['recurrenceRule'])
  const hasRule = after['recurrenceRule'] !== undefined
  const text = hasRule && isRuleChanged ? by.writeRule(rule, context) : undefined
  if (hasRule && isRuleChanged && text === undefined) return { cannot: true }
  const now = getOverrides(after)
  const overrides = getOverrides(before)
  const isNew = lines.length === 0 && before['start'] === undefined
  const isAdded = (patch: JsonValue | undefined) =>
    patch !== undefined && Object.keys(readObject(patch)).length === 0
  const excluded = isNew
    ? [...now].filter(([, patch]) => isExcluded(patch)).map(([id]) => id)
    : was.excluded.filter((id) => isExcluded(now.get(id)))
  const added = [
    ...was.added.filter((id) => now.has(id)),
    ...[...now].filter(([id, patch]) => isAdded(patch) && !overrides.has(id)).map(([id]) => id),
  ]
  const areDatesSame = isDeepStrictEqual(excluded, was.excluded) && isDeepStrictEqual(added, was.added)
  if (!isRuleChanged && areDatesSame && isDeepStrictEqual(context, wasContext)) return undefined
  const rules = isRuleChanged
    ? text === undefined
      ? []
      : [`RRULE:${text}`]
    : lines.filter((line) => isNamed(line, 'RRULE') || isNamed(line, 'EXRULE'))
  const written = [...rules, ...dateLines('RDATE', added, context), ...dateLines('EXDATE', excluded, context)]
  return isDeepStrictEqual(written, lines) ? undefined : { lines: written }
}

export function getOverrides(event: JsonObject): Map<string, JsonObject> {
  const overrides = readObject(event['recurrenceOverrides'])
  return new Map(Object.entries(overrides).map(([id, patch]) => [id, readObject(patch) as JsonObject]))
}

export function isExcluded(patch: JsonObject | undefined): boolean {
  return patch?.['excluded'] === true || patch?.['status'] === 'cancelled'
}

function dateLines(name: string, ids: readonly string[], { zone, isAllDay }: ReckoningContext): string[] {
  if (ids.length === 0) return []
  const parameter = isAllDay ? ';VALUE=DATE' : zone === null ? '' : `;TZID=${zone}`
  const values = ids.map((id) => (isAllDay ? id.slice(0, 10) : id).replace(/[-:]/g, ''))
  return [`${name}${parameter}:${values.join(',')}`]
}
