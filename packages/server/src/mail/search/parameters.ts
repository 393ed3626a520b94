/** Collects the values of a statement; each gets the next number. */
export interface Parameters {
  readonly values: unknown[]
  add(value: unknown): string
}

export function parametersAfter(first: readonly unknown[]): Parameters {
  const values = [...first]
  return { values, add: (value) => `$${values.push(value)}` }
}
