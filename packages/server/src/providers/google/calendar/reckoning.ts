import type { JsonObject } from '../../contract/index.ts'

/** Milliseconds as if the wall stood in UTC, without a zone. */
export type WallTime = number

/** Where a rule's UNTIL is read and written. */
export interface RuleContext {
  /** Null for what lasts all day. */
  zone: string | null
  isAllDay: boolean
}

/** What the calendar room knows of clocks, rules and patches; handed in, because a provider knows no room. */
export interface Reckoning {
  /** Null for what is no zone. Instants are milliseconds since 1970. */
  clockOf(zone: string): { wallTimeAt(instant: number): WallTime; instantAt(wall: WallTime): number } | null
  parseWallTime(text: string): WallTime | undefined
  writeWallTime(wall: WallTime): string
  parseDuration(text: string): { days: number; ms: number } | undefined
  writeDuration(duration: { days: number; ms: number }): string
  /** The value of an RRULE as a RecurrenceRule; undefined when any part of it is not understood. */
  readRule(text: string, context: RuleContext): JsonObject | undefined
  writeRule(rule: JsonObject, context: RuleContext): string | undefined
  patchEvent(event: JsonObject, patch: JsonObject): { event: JsonObject } | { problem: unknown }
}
