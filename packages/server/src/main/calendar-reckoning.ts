import {
  getClock,
  parseDuration,
  parseRule,
  parseWallTime,
  patchEvent,
  readRule,
  ruleObject,
  writeDuration,
  writeRule,
  writeWallTime,
} from '@plmail/calendar-format'
import type { Reckoning } from '../providers/google/index.ts'

/** Clock and rule functions of the calendar module, for providers with event formats of their own. */
export const reckoning: Reckoning = {
  getClock: getClock,
  parseWallTime,
  writeWallTime,
  parseDuration,
  writeDuration,
  patchEvent,
  readRule: (text, context) => {
    const rule = parseRule(text, context)
    // What the room writes is JSON.
    return rule && (ruleObject(rule) as ReturnType<Reckoning['readRule']>)
  },
  writeRule: (json, context) => {
    const rule = readRule(json)
    return rule && writeRule(rule, context)
  },
}
