import type { EventObject, Json } from '@plmail/calendar-format'
import type { JsonObject, JsonValue, RemoteChange } from '../../providers/contract/index.ts'

/** Longer than any provider's; an index holds no more. */
const maxIdLength = 2_000

/** PostgreSQL keeps no NUL and no half of a surrogate pair, whatever a stranger wrote. */
export const storableText = (text: string): string => Buffer.from(text.replaceAll('\u0000', '')).toString()

function storableJson(json: JsonValue): Json {
  if (typeof json === 'string') return storableText(json)
  if (Array.isArray(json)) return (json as readonly JsonValue[]).map(storableJson)
  if (typeof json === 'object' && json !== null)
    return Object.fromEntries(
      Object.entries(json).map(([name, value]) => [storableText(name), storableJson(value as JsonValue)]),
    )
  return json as Json
}

const storableEvent = (event: JsonObject): EventObject => storableJson(event) as EventObject

/**
 * Returns a provider's report in a form that the database accepts; undefined where its id alone is too long or invalid.
 */
export function storable(change: RemoteChange): RemoteChange | undefined {
  if (change.id.length > maxIdLength || change.id !== storableText(change.id)) return undefined
  if (change.kind === 'gone') return change
  const version = storableText(change.version)
  const raw = storableText(change.raw)
  if (change.kind === 'event') return { ...change, version, raw, event: storableEvent(change.event) }
  if (change.seriesId.length > maxIdLength) return undefined
  return {
    ...change,
    version,
    raw,
    patch: storableEvent(change.patch),
    recurrenceId: storableText(change.recurrenceId),
  }
}
