import type { Answer } from '../../net/index.ts'

/** An answer of the server, or a sentence that explains why there is none. */
export type Outcome<T> = { ok: true; value: T } | { ok: false; why: string }

/** An answer over plain HTTP; a problem speaks in the server's own words. */
export function toOutcome<T>(answer: Answer<T>): Outcome<T>
/** Returns only a part of the answer. */
export function toOutcome<T, U>(answer: Answer<T>, part: (value: T) => U): Outcome<U>
export function toOutcome<T, U>(answer: Answer<T>, part?: (value: T) => U): Outcome<T | U> {
  if (!answer.ok) return { ok: false, why: answer.problem.detail ?? answer.problem.title }
  return { ok: true, value: part ? part(answer.value) : answer.value }
}
