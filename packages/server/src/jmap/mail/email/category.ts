import { categories, type Category, isCategory } from '@plmail/wire'
import type { JsonObject } from '../../engine/arguments.ts'

/**
 * Separates the category that an update sets by hand (categories extension, docs/jmap.md) from the rest of the update.
 */
export function takeCategory(update: JsonObject): {
  rest: JsonObject
  choice: { category?: Category | null }
  bad: string[]
} {
  const { categoryByHand: value, ...rest } = update
  if (value === undefined) return { rest, choice: {}, bad: [] }
  if (value === null || isCategory(value)) return { rest, choice: { category: value }, bad: [] }
  return { rest, choice: {}, bad: ['categoryByHand'] }
}

export const categoryNames = `one of ${categories.join(', ')}`
