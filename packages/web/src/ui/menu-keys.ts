/**
 * Returns the index of the menu item that a key leads to, among items with these texts, from the item at `at` (-1 for
 * none): arrows go round, Home and End to the ends, a letter to the next item that begins with it.
 */
export function menuItemFor(key: string, texts: readonly string[], at: number): number | undefined {
  if (texts.length === 0) return undefined
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[key]
  if (to !== undefined) return (to + texts.length) % texts.length
  if (key.length !== 1 || key === ' ') return undefined
  const order = texts.map((_, index) => (at + 1 + index) % texts.length)
  return order.find((index) => texts[index]?.trim().toLowerCase().startsWith(key.toLowerCase()))
}
