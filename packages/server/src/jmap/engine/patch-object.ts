import { isObject, type JsonObject } from './arguments.ts'

/** Longer paths lead nowhere. */
const deepest = 12

/**
 * A PatchObject applied (RFC 8620 §5.3): paths into objects, null removes. Undefined for a patch that cannot be: a path
 * through something that is no object, into a list, or through another path of the same patch.
 */
export function applyPatch(before: JsonObject, patch: JsonObject): JsonObject | undefined {
  const paths = Object.keys(patch)
  if (paths.some((path) => paths.some((longer) => longer !== path && path.startsWith(`${longer}/`))))
    return undefined
  let after: JsonObject | undefined = before
  for (const path of paths) {
    const keys = path.split('/').map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    after = keys.length > deepest ? undefined : after && withValue(after, keys, patch[path])
  }
  return after
}

function withValue(
  object: JsonObject,
  [key = '', ...more]: string[],
  value: unknown,
): JsonObject | undefined {
  if (key === '__proto__') return undefined
  if (more.length === 0) {
    const { [key]: _, ...rest } = object
    return value === null ? rest : { ...object, [key]: value }
  }
  const inner = Object.hasOwn(object, key) ? object[key] : undefined
  if (!isObject(inner)) return undefined
  const changed = withValue(inner, more, value)
  return changed && { ...object, [key]: changed }
}
