/** After this long a message counts half as much. */
const halfLifeDays = 60
const epoch = Date.UTC(2020, 0, 1)

/**
 * Returns the weight of one message written at that time, on a scale on which time moves everybody alike: a base-2
 * logarithm.
 */
export function rankAt(at: Date): number {
  return Math.max(1, (at.getTime() - epoch) / 86_400_000 / halfLifeDays)
}

/**
 * The rank of somebody written to as both say: the logarithm of the sum. It only grows, never fades, and orders people as
 * if every message had faded by half every 60 days since it was written, so nothing has to be counted again as time
 * passes. 0 is nobody.
 */
export function joinRanks(a: number, b: number): number {
  if (a === 0 || b === 0) return Math.max(a, b)
  const [high, low] = a > b ? [a, b] : [b, a]
  return high + Math.log2(1 + 2 ** (low - high))
}
