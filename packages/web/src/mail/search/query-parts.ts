export interface SearchPart {
  /** As it was typed. */
  text: string
  isOperator: boolean
}

/**
 * Splits a query into its parts: words, quoted text, operators with their value. A minus belongs to the part after it.
 */
export function partsOf(query: string): SearchPart[] {
  const pieces = query.match(/-?(?:[a-z_]+:)?(?:"[^"]*"?|\S+)/giu) ?? []
  return pieces.map((text) => ({ text, isOperator: /^-?[a-z_]+:/i.test(text) }))
}

/** The query without its part at that place. */
export function without(query: string, at: number): string {
  return partsOf(query)
    .filter((_, index) => index !== at)
    .map(({ text }) => text)
    .join(' ')
}

/** The part that is being typed: the last one, unless a blank follows it. */
export function lastPart(query: string): string {
  return /\s$/.test(query) ? '' : (partsOf(query).at(-1)?.text ?? '')
}

/** The query with the part being typed replaced. */
export function completed(query: string, replacement: string): string {
  const last = lastPart(query)
  const before = query.slice(0, query.length - last.length)
  return before + replacement + (replacement.endsWith(':') ? '' : ' ')
}

/** A value as it is typed: in quotes when it has blanks. */
export const quoted = (value: string): string => (/\s/.test(value) ? `"${value.replaceAll('"', '')}"` : value)
