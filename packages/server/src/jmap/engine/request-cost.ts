import { MethodFailure } from './method.ts'

/** How much the references of one request may still bring into its calls, in characters and values. */
export interface WeightBudget {
  left: number
}

/** The ids of a long list and what belongs to them are some hundred thousand; each doubling of an answer counts again. */
const maxReferred = 1_000_000

export const newBudget = (): WeightBudget => ({ left: maxReferred })

/**
 * Takes the weight of a value from the budget. Each reference may repeat all that came before it, so a few dozen calls
 * of a few bytes could ask for more than memory holds; what is repeated counts each time.
 */
export function charge(budget: WeightBudget, value: unknown): void {
  const waiting: unknown[] = [value]
  while (waiting.length > 0) {
    const item = waiting.pop()
    budget.left -= 1 + (typeof item === 'string' ? item.length : 0)
    if (typeof item === 'object' && item !== null) {
      const inside = Object.entries(item)
      budget.left -= Array.isArray(item) ? 0 : inside.reduce((sum, [key]) => sum + key.length, 0)
      for (const [, child] of inside) waiting.push(child)
    }
    if (budget.left < 0)
      throw new MethodFailure('requestTooLarge', 'The references of this request bring in too much')
  }
}

/** Whether arrays and objects lie within each other no deeper than `most` levels. */
export function isNestedWithin(value: unknown, max: number): boolean {
  if (max < 0) return false
  if (typeof value !== 'object' || value === null) return true
  const inside: unknown[] = Array.isArray(value) ? value : Object.values(value)
  return inside.every((item) => isNestedWithin(item, max - 1))
}

const [quote, backslash, openBrace, openBracket] = ['"', '\\', '{', '['].map((sign) => sign.charCodeAt(0))

/**
 * Whether a JSON text has no more than `most` arrays and objects, looked at before it is parsed: millions of them in a few
 * megabytes hold everybody up for seconds. What stands in strings does not count.
 */
export function hasContainersWithin(json: Buffer, max: number): boolean {
  let count = 0
  let isInString = false
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]
    if (isInString && byte === backslash) at++
    else if (byte === quote) isInString = !isInString
    else if (!isInString && (byte === openBrace || byte === openBracket) && ++count > max) return false
  }
  return true
}
