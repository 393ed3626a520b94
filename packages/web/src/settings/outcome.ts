import type { App } from '../commands/index.ts'
import type { Answer } from '../net/index.ts'

/** An answer of the server, or in a sentence why there is none. */
export type Told<T> = { ok: true; value: T } | { ok: false; why: string }

/** An answer over plain HTTP; a problem speaks in the server's own words. */
export function toldOf<T>(answer: Answer<T>): Told<T>
/** Returns only a part of the answer. */
export function toldOf<T, U>(answer: Answer<T>, part: (value: T) => U): Told<U>
export function toldOf<T, U>(answer: Answer<T>, part?: (value: T) => U): Told<T | U> {
  if (!answer.ok) return { ok: false, why: answer.problem.detail ?? answer.problem.title }
  return { ok: true, value: part ? part(answer.value) : answer.value }
}

/** Says that something was done, where a sentence is given for it, and always why it was not. */
export function tell(toasts: Pick<App['toasts'], 'show'>, answer: Told<unknown>, done?: string): void {
  if (!answer.ok) toasts.show({ text: answer.why, tone: 'problem' })
  else if (done !== undefined) toasts.show({ text: done, tone: 'plain' })
}
