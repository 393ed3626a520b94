import type { JsonObject, JsonValue } from '../../contract/index.ts'
import type { ReadonlyJson } from '../../contract/read-json.ts'

/** Whatever the order of names: a database keeps JSON in an order of its own. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((value, at) => isSame(value, b[at]))
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b) return a === b
  const [mine, theirs] = [Object.entries(a), new Map(Object.entries(b))]
  return (
    mine.length === theirs.size &&
    mine.every(([name, value]) => theirs.has(name) && isSame(value, theirs.get(name)))
  )
}

/** Whose order says nothing. */
const sets = ['attendees', 'categories', 'locations']

const sortKeys = (value: unknown): unknown =>
  Array.isArray(value) ? value.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) : value

/** The properties that are other in `wanted`; a start goes with its end. */
export function differing(was: ReadonlyJson, target: ReadonlyJson): ReadonlyJson {
  const isOther = (name: string): boolean =>
    sets.includes(name)
      ? !isSame(sortKeys(was[name]), sortKeys(target[name]))
      : !isSame(was[name], target[name])
  const names = new Set(Object.keys(target).filter(isOther))
  const isMoved = ['start', 'end', 'isAllDay'].some((name) => names.has(name))
  if (isMoved) for (const name of ['start', 'end']) names.add(name)
  return Object.fromEntries([...names].map((name) => [name, target[name]]))
}

/** Returns the patch that turns one object into the other, property by property; null removes a property. */
export function patchBetween(was: JsonObject, is: JsonObject): JsonObject {
  const [before, after] = [new Map(Object.entries(was)), new Map(Object.entries(is))]
  const names = [...new Set([...before.keys(), ...after.keys()])]
  return Object.fromEntries(
    names
      .filter((name) => !isSame(before.get(name), after.get(name)))
      .map((name) => [escapePointerToken(name), after.get(name) ?? null]),
  )
}

const escapePointerToken = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** The object with a patch of pointers applied (RFC 8620 §5.3); places that are not there are passed over. */
export function applyPatch(object: JsonObject, patch: JsonObject): JsonObject {
  let result = object
  for (const [pointer, value] of Object.entries(patch)) {
    const path = pointer.split('/').map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    result = applyPatchAt(result, path, value)
  }
  return result
}

function applyPatchAt(
  object: JsonObject,
  [name = '', ...rest]: readonly string[],
  value: JsonValue,
): JsonObject {
  const entries = new Map(Object.entries(object))
  if (rest.length === 0) {
    if (value === null) entries.delete(name)
    else entries.set(name, value)
    return Object.fromEntries(entries)
  }
  const child = entries.get(name)
  if (typeof child !== 'object' || child === null || Array.isArray(child)) return object
  // What is neither is an object.
  entries.set(name, applyPatchAt(child as JsonObject, rest, value))
  return Object.fromEntries(entries)
}
