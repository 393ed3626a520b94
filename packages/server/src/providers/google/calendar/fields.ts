import type { ProblemDetail } from '@plmail/wire'
import type { JsonObject, JsonValue } from '../../contract/index.ts'
import { readObject } from '../../contract/read-json.ts'

/** Properties of Google's event, or why Google cannot have it. */
export type GoogleEventFields = { fields: Record<string, unknown> } | { refused: ProblemDetail }

/** Empty text takes the property away. */
export function fieldOrNull(name: string, value: unknown): GoogleEventFields {
  return { fields: { [name]: value === '' ? null : value } }
}

export function getValues(value: JsonValue | undefined): JsonObject[] {
  // What is inside came as JSON.
  return Object.values(readObject(value)).map((entry) => readObject(entry) as JsonObject)
}

export function readText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
