import { getClock, type WallTime, writeWallTime } from '../clocks/index.ts'
import { expand } from '../recurrence/index.ts'
import { type EventObject, type EventProblem, isObject, type Json } from './event-object.ts'
import { type EventPatch, patchBetween, patchEvent } from './patch-event.ts'
import { occurrenceObject, toSeries } from './series.ts'

type Patched = { event: EventObject } | { problem: EventProblem }

/** Whether the series has an occurrence of this name, by its rule or because somebody added one. */
export function takesPlace(event: EventObject, id: WallTime): boolean {
  return getPlaces(event)(id)
}

/** The same for many occurrences of one series, which is read once. */
export function getPlaces(event: EventObject): (id: WallTime) => boolean {
  const series = toSeries(event)
  const clock = getClock(series.zone ?? 'UTC')
  return (id) => {
    if (series.excluded.has(id)) return false
    if (series.moved.has(id)) return true
    if (series.rule === null && series.moved.size === 0) return false
    const at = clock?.instantAt(id) ?? id
    return expand(series, at, at + 1, 'UTC').occurrences.some(({ recurrenceId }) => recurrenceId === id)
  }
}

/** The series with one occurrence changed: only what differs from the series is written down for it. */
export function withOccurrence(event: EventObject, id: WallTime, patch: EventPatch): Patched {
  const occurrence = occurrenceObject(event, id)
  if (!occurrence || !takesPlace(event, id))
    return { problem: { property: 'recurrenceId', detail: 'There is no such occurrence.' } }
  const patched = patchEvent(occurrence, patch)
  if ('problem' in patched) return patched
  const plain = occurrenceObject(withoutOverrides(event), id) ?? {}
  return { event: withOverride(event, id, smallest(plain, patched.event, getOverride(event, id), patch)) }
}

/** The series without one occurrence. */
export function withoutOccurrence(event: EventObject, id: WallTime): Patched {
  if (!takesPlace(event, id))
    return { problem: { property: 'recurrenceId', detail: 'There is no such occurrence.' } }
  return { event: withOverride(event, id, { excluded: true }) }
}

/**
 * Paths stay as deep as they were written, so that what the series later says beside them still counts for the occurrence;
 * where two of them cannot stand beside each other, the whole property is written.
 */
function smallest(
  plain: EventObject,
  target: EventObject,
  before: EventObject,
  patch: EventPatch,
): EventObject {
  const whole = patchBetween(plain, target)
  const paths = { ...before, ...patch }
  const isDeep = Object.keys(paths).every((path) =>
    Object.keys(paths).every((otherPath) => otherPath === path || !otherPath.startsWith(`${path}/`)),
  )
  const unchanged = Object.fromEntries(
    Object.entries(paths).filter(([path]) => Object.hasOwn(whole, path.split('/')[0] ?? '')),
  )
  const again = isDeep ? patchEvent(plain, unchanged) : undefined
  const isSame = again && 'event' in again && Object.keys(patchBetween(again.event, target)).length === 0
  return isSame ? unchanged : whole
}

function getOverride(event: EventObject, id: WallTime): EventObject {
  const overrides = event['recurrenceOverrides']
  const override = isObject(overrides) ? overrides[writeWallTime(id)] : undefined
  return isObject(override) ? override : {}
}

function withOverride(event: EventObject, id: WallTime, override: EventObject): EventObject {
  const overrides = event['recurrenceOverrides']
  const otherOverrides: Record<string, Json> = isObject(overrides) ? { ...overrides } : {}
  // One that somebody added beside the rule stays, also when it says nothing of its own.
  const isAdded = isObject(overrides) && !takesPlace(withoutOverrides(event), id)
  if (Object.keys(override).length === 0 && !isAdded) delete otherOverrides[writeWallTime(id)]
  else otherOverrides[writeWallTime(id)] = override
  if (Object.keys(otherOverrides).length === 0) return withoutOverrides(event)
  return { ...event, recurrenceOverrides: otherOverrides }
}

function withoutOverrides(event: EventObject): EventObject {
  const { recurrenceOverrides: _, ...rest } = event
  return rest
}
