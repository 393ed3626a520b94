/** The time of a UTCDate (RFC 8620 §1.4); undefined for anything else. */
export function readUtcDate(value: unknown): Date | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value)) return undefined
  const at = new Date(value)
  // 31 February is 3 March to Date
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== value.slice(0, 10) ? undefined : at
}

/** UTCDate without a fraction of a second (RFC 8620 §1.4). */
export const writeUtcDate = (at: Date): string => `${at.toISOString().slice(0, 19)}Z`
