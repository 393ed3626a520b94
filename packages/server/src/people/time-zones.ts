/** The zones a person can choose from, UTC first (the runtime's own list leaves it out). */
export const timeZones: readonly string[] = [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC'),
]

const known = new Set(timeZones)

export function isKnownTimeZone(zone: string): boolean {
  return known.has(zone)
}
