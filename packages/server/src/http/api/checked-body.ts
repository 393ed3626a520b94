import type { ProblemDetail } from '@plmail/wire'
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
        problem: { problem: 'request/missing' },
      }))
    }
    const problem = problems[error.keyword] ?? { problem: 'request/unusable' }
    return [{ pointer: error.instancePath, problem }]
  })
  // one problem a field: a wrong choice is reported once for every choice there was
  return errors.filter((error, at) => errors.findIndex((earlier) => earlier.pointer === error.pointer) === at)
}

const problems: Readonly<Record<string, ProblemDetail>> = {
  type: { problem: 'request/wrong-type' },
  maxLength: { problem: 'request/too-long' },
  const: { problem: 'request/not-offered' },
  anyOf: { problem: 'request/not-offered' },
}
