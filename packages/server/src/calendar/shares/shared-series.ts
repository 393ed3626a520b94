import { createHmac } from 'node:crypto'
import {
  computeBounds,
  type EventObject,
  expand,
  isObject,
  type RecurrenceRule,
  type Series,
  toSeries,
  type WallTime,
  writeWallTime,
} from '@plmail/calendar-format'
import type { SharedOccurrence, SharedRevision, SharedSeries } from './types.ts'
import type { PlacedOccurrence, Redaction } from './shared-occurrence.ts'

/** Content of a link's calendar file: nothing beyond its occurrences, some of them written as series. */
export interface SharedFile {
  series: SharedSeries[]
  singles: SharedOccurrence[]
}

export interface SharedSpan {
  /** Instants in milliseconds. */
  from: number
  to: number
  /** When the span was last moved: midnight of today. Undefined where it does not roll. */
  movedAt: number | undefined
}

/**
 * Puts the shown occurrences of a series together again. Only those whose title the link tells, because that busy times
 * belong together is a detail as well, and only in the owner's zone unless places are told, because another zone is a
 * place. A series begins with its first shown occurrence and ends with its last: neither since when nor until when it
 * goes on can be told from it.
 */
export function sharedFile(
  placed: readonly PlacedOccurrence[],
  how: Redaction,
  span: SharedSpan,
): SharedFile {
  const series: SharedSeries[] = []
  const singles: SharedOccurrence[] = []
  for (const [event, group] of byEvent(placed)) {
    const assembled = mayBeSeries(event, how) ? assembledSeries(event, group, how, span) : undefined
    if (assembled) series.push(assembled.series)
    singles.push(...(assembled?.apart ?? group).map(({ entry }) => entry))
  }
  singles.sort((a, b) => a.start - b.start || a.end - b.end)
  return { series, singles }
}

function byEvent(placed: readonly PlacedOccurrence[]): Map<EventObject, PlacedOccurrence[]> {
  const groups = new Map<EventObject, PlacedOccurrence[]>()
  for (const occurrence of placed) {
    const { event } = occurrence.taking
    const group = groups.get(event)
    if (group) group.push(occurrence)
    else groups.set(event, [occurrence])
  }
  return groups
}

function mayBeSeries(event: EventObject, { details, zone }: Redaction): boolean {
  const series = toSeries(event)
  const isAtHome = series.zone === null || series.zone === zone
  return series.rule !== null && details.has('Title') && (isAtHome || details.has('Location'))
}

function assembledSeries(
  event: EventObject,
  group: readonly PlacedOccurrence[],
  how: Redaction,
  span: SharedSpan,
): { series: SharedSeries; apart: PlacedOccurrence[] } | undefined {
  const whole = toSeries(event)
  const { rule } = whole
  if (!rule) return undefined
  const zone = whole.zone ?? how.zone
  const ruled = expandStarts({ ...whole, excluded: new Set(), moved: new Map() }, span, how.zone)
  const members = group.filter(
    ({ taking, isShownWhole }) => isShownWhole && ruled.includes(taking.recurrenceId),
  )
  const byId = new Map(members.map((member) => [member.taking.recurrenceId, member]))
  const ids = [...byId.keys()].sort((a, b) => a - b)
  const plain = members.find(({ taking }) => !isChanged(event, taking.recurrenceId))
  const [first, last] = [ids[0], ids.at(-1)]
  if (!plain || first === undefined || last === undefined || ids.length < 2) return undefined
  const shown = ruled.filter((id) => id >= first && id <= last)
  const shownRule = ruleUntil(rule, last)
  const again = expandStarts(
    { ...whole, start: first, rule: shownRule, excluded: new Set(), moved: new Map() },
    span,
    how.zone,
  )
  // A rule that counts from its start is another rule from a later one.
  if (again.join() !== shown.join()) return undefined
  const excluded = shown.filter((id) => !byId.has(id))
  if (excluded.length > ids.length) return undefined
  const main = plain.entry
  const isCut = ruled[0] !== whole.start || !endsWithin(whole, span)
  const revision = newest(
    members.map(({ entry }) => entry.revision),
    isCut ? span.movedAt : undefined,
  )
  const series: SharedSeries = {
    uid: createHmac('sha256', how.secret).update(`${plain.taking.uid}\nseries`).digest('hex').slice(0, 40),
    zone,
    start: first,
    duration: whole.duration,
    rule: shownRule,
    excluded,
    main,
    changed: ids.flatMap((id) => {
      const entry = byId.get(id)?.entry
      return entry && isChanged(event, id) ? [{ recurrenceId: id, entry }] : []
    }),
    revision,
  }
  return { series, apart: group.filter((occurrence) => !members.includes(occurrence)) }
}

const isChanged = ({ recurrenceOverrides }: EventObject, id: WallTime): boolean => {
  const patch = isObject(recurrenceOverrides) ? recurrenceOverrides[writeWallTime(id)] : undefined
  return isObject(patch) && Object.keys(patch).length > 0
}

/** The local starts that the rule gives in the span. */
function expandStarts(series: Series, { from, to }: SharedSpan, viewZone: string): WallTime[] {
  return expand(series, from, to, viewZone).occurrences.map(({ recurrenceId }) => recurrenceId)
}

function ruleUntil(rule: RecurrenceRule, last: WallTime): RecurrenceRule {
  const { count: _count, ...endless } = rule
  return { ...endless, until: writeWallTime(last) }
}

function endsWithin(series: Series, { to }: SharedSpan): boolean {
  const { last } = computeBounds(series)
  return last !== null && last <= to
}

/** Returns the newest revision; moving the span also changes the shown part of a series. */
function newest(
  revisions: ReadonlyArray<SharedRevision | null>,
  movedAt: number | undefined,
): SharedRevision | null {
  const [latest] = revisions.flatMap((revision) => revision ?? []).sort((a, b) => b.at - a.at)
  if (!latest || movedAt === undefined || movedAt <= latest.at) return latest ?? null
  return { at: movedAt, number: latest.number + Math.round((movedAt - latest.at) / 1_000) }
}
