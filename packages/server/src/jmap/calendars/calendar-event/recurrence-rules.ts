import { type EventObject, isObject, isSame, type Json } from '@plmail/calendar-format'
import type { JsonObject } from '../../engine/arguments.ts'
import { invalidProperties, type SetError } from '../../engine/set.ts'

/** Names of JSCalendar 1 (RFC 8984 §4.3.3 and §4.3.4), of which 2.0 keeps a single `recurrenceRule`. */
const rulesName = 'recurrenceRules'
const excludedName = 'excludedRecurrenceRules'

/**
 * The rule that a list of rules stands for: null where it is empty, undefined where there is no list. A list of several rules, and
 * rules of what is excluded, would be kept and mean nothing, so they are refused.
 */
export function ruleOfList(json: JsonObject): { rule: Json | undefined } | SetError {
  const inside = Object.keys(json).find((name) => /^(excludedR|r)ecurrenceRules\//.test(name))
  if (inside !== undefined) return invalidProperties([inside], 'A list of rules changes as a whole')
  if (!isEmpty(json[excludedName]))
    return invalidProperties([excludedName], 'Rules of what is excluded are not supported')
  const rules = json[rulesName]
  if (rules === undefined) return { rule: undefined }
  if (isEmpty(rules)) return { rule: null }
  const [rule, ...more] = Array.isArray(rules) ? rules : []
  if (!isObject(rule)) return invalidProperties([rulesName], 'It is not a list of one rule')
  if (more.length > 0) return invalidProperties([rulesName], 'An event repeats by one rule at most')
  const single = json['recurrenceRule'] ?? rule
  if (!isSame(single as Json, rule))
    return invalidProperties([rulesName], 'It is not what recurrenceRule says')
  return { rule }
}

export const isRuleList = (name: string): boolean => name === rulesName || name === excludedName

/** The patch that makes the rule of a list the rule of an event; the client is told, for it asked for another property. */
export const patchOfRule = (rule: Json | undefined): Record<string, Json> =>
  rule === undefined ? {} : { recurrenceRule: rule, [rulesName]: null }

/** A new event with the rule of its list. */
export function withRule(event: EventObject, rule: Json | undefined): EventObject {
  if (rule === undefined) return event
  const { recurrenceRule: _rule, [rulesName]: _rules, ...single } = event
  return rule === null ? single : { ...single, recurrenceRule: rule }
}

const isEmpty = (json: unknown): boolean =>
  json === undefined || json === null || (Array.isArray(json) && json.length === 0)
