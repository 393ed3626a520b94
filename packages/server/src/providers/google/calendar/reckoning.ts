import type { JsonObject } from '../../contract/index.ts'

/** Milliseconds as if the wall stood in UTC, without a zone. */
type GoogleWallTime = number

/** The context in which a rule's UNTIL is read and written. */
export interface ReckoningContext {
  /** Null for what lasts all day. */
  zone: string | null
  isAllDay: boolean
}

/** The functions of the calendar room for clocks, rules and patches; injected, because a provider imports no room. */
export interface Reckoning {
  /** Null for what is no zone. Instants are milliseconds since 1970. */
  getClock(
    zone: string,
  ): { wallTimeAt(instant: number): GoogleWallTime; instantAt(wall: GoogleWallTime): number } | null
  parseWallTime(text: string): GoogleWallTime | undefined
  writeWallTime(wall: GoogleWallTime): string
  parseDuration(text: string): { days: number; ms: number } | undefined
  writeDuration(duration: { days: number; ms: number }): string
  /** The value of an RRULE as a RecurrenceRule; undefined when any part of it is not understood. */
  readRule(text: string, context: ReckoningContext): JsonObject | undefined
  writeRule(rule: JsonObject, context: ReckoningContext): string | undefined
  patchEvent(event: JsonObject, patch: JsonObject): { event: JsonObject } | { problem: unknown }
}
