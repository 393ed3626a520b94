import { type EventObject, type EventProblem, isObject, type Json } from './event-object.ts'

/** A patch is checked pair by pair, and an event has at most 3,000 overrides. */
const maxPointers = 5_000

/** Changes by JSON pointer without the first slash (RFC 8620 §5.3); null removes. */
export type EventPatch = { readonly [pointer: string]: Json }

/**
 * The event with the patch applied; what the patch does not name stays to the byte. A patch that names a place below
 * something that is not there, or a place and what contains it, is refused whole. Only the `recurrenceOverrides` of a
 * series are always there: a series without them has none of them yet, and they go with the last of them.
 */
export function patchEvent(
  event: EventObject,
  patch: EventPatch,
): { event: EventObject } | { problem: EventProblem } {
  if (Object.keys(patch).length > maxPointers)
    return { problem: { property: '', detail: `It changes more than ${maxPointers} places.` } }
  const paths = Object.entries(patch).map(([pointer, value]) => ({
    pointer,
    value,
    path: parsePointer(pointer),
  }))
  const isOverriding =
    isObject(event['recurrenceRule']) &&
    paths.some(({ path: [name, ...rest] }) => name === overridesName && rest.length > 0)
  let patched: EventObject = isOverriding ? { [overridesName]: {}, ...event } : event
  for (const { pointer, path, value } of paths) {
    const isInside = paths.some((outer) => outer.path.length < path.length && startsWith(path, outer.path))
    const next = isInside || path.some(isForbidden) ? undefined : patchAt(patched, path, value)
    if (!isObject(next))
      return { problem: { property: pointer, detail: 'There is no such place to change.' } }
    patched = next
  }
  const left = patched[overridesName]
  const isEmptied = isOverriding && isObject(left) && Object.keys(left).length === 0
  return { event: isEmptied ? without(patched, overridesName) : patched }
}

const overridesName = 'recurrenceOverrides'

function parsePointer(pointer: string): string[] {
  return pointer.split('/').map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
}

const startsWith = (path: readonly string[], start: readonly string[]): boolean =>
  start.every((part, index) => path[index] === part)

/** Names that an object of JavaScript keeps for itself. */
const isForbidden = (name: string): boolean => name === '__proto__'

function patchAt(json: Json, [name, ...rest]: readonly string[], value: Json): Json | undefined {
  // Arrays change whole: a place in a list means nothing once two people edit it (RFC 8620 §5.3).
  if (!isObject(json) || name === undefined) return undefined
  if (rest.length === 0) return value === null ? without(json, name) : { ...json, [name]: value }
  const child = Object.hasOwn(json, name) ? json[name] : undefined
  const patched = child === undefined ? undefined : patchAt(child, rest, value)
  return patched === undefined ? undefined : { ...json, [name]: patched }
}

function without(json: EventObject, name: string): EventObject {
  return Object.fromEntries(Object.entries(json).filter(([key]) => key !== name))
}

/** Returns the patch from `before` to `after`, property by property: the smallest that a merge can work with. */
export function patchBetween(before: EventObject, after: EventObject): EventPatch {
  const [was, is] = [new Map(Object.entries(before)), new Map(Object.entries(after))]
  const names = [...new Set([...was.keys(), ...is.keys()])]
  const changed = names.filter((name) => !isSame(was.get(name), is.get(name)))
  return Object.fromEntries(changed.map((name) => [escapePointerToken(name), is.get(name) ?? null]))
}

/** Whatever the order of names: the database keeps JSON in an order of its own. */
export function isSame(a: Json | undefined, b: Json | undefined): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((value: Json, index) => isSame(value, b[index] as Json))
  if (!isObject(a) || !isObject(b)) return a === b
  const [mine, theirs] = [Object.entries(a), new Map(Object.entries(b))]
  return (
    mine.length === theirs.size &&
    mine.every(([name, value]) => theirs.has(name) && isSame(value, theirs.get(name)))
  )
}

const escapePointerToken = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')
