/** When things take place again: rules of recurrence on the wall clocks of a zone, expanded for the window looked at. */
export { parseRule, type RuleContext, writeRule } from './rule-text.ts'
export { type NDay, type RecurrenceRule, weekdays } from './rule.ts'
export {
  computeBounds,
  expand,
  type Expanded,
  firstOccurrence,
  type Moved,
  type Occurrence,
  type Series,
} from './occurrences.ts'
export { readRule, ruleObject } from './read-rule.ts'
