/**
 * When things take place again: rules of recurrence on the wall clocks of a zone, expanded for the window that is
 * looked at. Pure; knows no calendar and no database.
 */
export { clockOf, type ZoneClock } from './zones.ts'
export {
  civilDate,
  dayMs,
  daysInMonth,
  parseWallTime,
  type WallTime,
  weekdayOf,
  writeDate,
  writeWallTime,
} from './wall-time.ts'
export { parseRule, type RuleContext, writeRule } from './rule-text.ts'
export { type NDay, type RecurrenceRule, type Weekday, weekdays } from './rule.ts'
export {
  boundsOf,
  expand,
  type Expanded,
  firstOccurrence,
  type Moved,
  type Occurrence,
  type Series,
} from './occurrences.ts'
export { type Duration, parseDuration, writeDuration } from './duration.ts'
export { readRule, ruleObject } from './read-rule.ts'
