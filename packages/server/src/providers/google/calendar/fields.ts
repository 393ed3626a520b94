import type { JsonObject, JsonValue } from '../../contract/index.ts'
import { objectOf } from '../../contract/read-json.ts'

/** Properties of Google's event, or why Google cannot have it, in a sentence for the person. */
export type GoogleEventFields = { fields: Record<string, unknown> } | { refused: string }

/** Empty text takes the property away. */
export function given(name: string, value: unknown): GoogleEventFields {
  return { fields: { [name]: value === '' ? null : value } }
}

export function valuesOf(value: JsonValue | undefined): JsonObject[] {
  // What is inside came as JSON.
  return Object.values(objectOf(value)).map((entry) => objectOf(entry) as JsonObject)
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
