/** The body or query of a command. Members are checked where they are read. */
export type ControlBody = Record<string, unknown>

export function text(body: ControlBody, member: string): string {
  const value = body[member]
  if (typeof value !== 'string' || value === '') throw new Error(`${member} is missing`)
  return value
}

export function number(body: ControlBody, member: string): number {
  const value = body[member]
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0)
    throw new Error(`${member} must be a non-negative number of milliseconds`)
  return value
}
