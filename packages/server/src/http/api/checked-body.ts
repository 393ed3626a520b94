import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { type FieldError, Problem } from '../guard/problems.ts'

/** The body, if it has the schema's shape; else a 422 that names every field. `T` is what the schema describes. */
export function checkedBody<T>(schema: TSchema, body: unknown): T {
  if (Value.Check(schema, body)) return body as T
  throw new Problem('invalid', { errors: fieldErrors(schema, body) })
}

function fieldErrors(schema: TSchema, body: unknown): FieldError[] {
  const errors = Value.Errors(schema, body).flatMap((error): FieldError[] => {
    if (error.keyword === 'required') {
      return error.params.requiredProperties.map((name) => ({
        pointer: `${error.instancePath}/${name}`,
        detail: 'This is missing.',
      }))
    }
    return [{ pointer: error.instancePath, detail: sentences[error.keyword] ?? 'This value cannot be used.' }]
  })
  // one sentence a field: a wrong choice is reported once for every choice there was
  return errors.filter((error, at) => errors.findIndex((earlier) => earlier.pointer === error.pointer) === at)
}

const sentences: Readonly<Record<string, string>> = {
  type: 'This value is of the wrong kind.',
  maxLength: 'This is too long.',
  const: 'Choose one of the values offered.',
  anyOf: 'Choose one of the values offered.',
}
