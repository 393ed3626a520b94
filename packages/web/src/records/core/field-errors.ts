import type { Problem } from '@plmail/wire'

export interface FieldErrors {
  /** The sentence for the field at this JSON pointer. */
  at(pointer: string): string | undefined
  /** Errors that no field of the form can show; undefined when every error found its field. */
  readonly rest: string | undefined
}

/** Sorts a problem's errors to the fields of a form; `known` are the pointers the form shows errors at. */
export function fieldErrors(
  problem: Problem | undefined,
  pointers: readonly string[] = ['/password'],
): FieldErrors {
  const errors = problem?.errors ?? []
  const homeless = errors.filter(({ pointer }) => !pointers.includes(pointer)).map(({ detail }) => detail)
  const general = errors.length === 0 ? (problem?.detail ?? problem?.title) : undefined
  return {
    at: (pointer) => errors.find((error) => error.pointer === pointer)?.detail,
    rest: homeless.length > 0 ? homeless.join(' ') : general,
  }
}
