export const LF = 10
export const CR = 13
const SPACE = 32
const TAB = 9
export const DASH = 45
export const COLON = 58

/** Index of the LF that ends the line at `from`, or `limit` when none comes before it. */
export function lineEnd(raw: Buffer, from: number, limit: number): number {
  // Most lines are short: a loop beats the call into native code for them, and the other way round for long ones.
  const near = Math.min(from + 128, limit)
  for (let at = from; at < near; at += 1) if (raw[at] === LF) return at
  if (near === limit) return limit
  const newLineAt = raw.indexOf(LF, near)
  return newLineAt === -1 || newLineAt > limit ? limit : newLineAt
}

/** `end` without the CR of a CRLF whose LF is at `end`. */
export function beforeCr(raw: Buffer, start: number, end: number): number {
  return end > start && raw[end - 1] === CR ? end - 1 : end
}

/** `lineStart` without the line break in front of it. */
export function beforeLineBreak(raw: Buffer, lineStart: number): number {
  if (lineStart === 0 || raw[lineStart - 1] !== LF) return lineStart
  return beforeCr(raw, 0, lineStart - 1)
}

export function isBlank(byte: number | undefined): boolean {
  return byte === SPACE || byte === TAB
}
