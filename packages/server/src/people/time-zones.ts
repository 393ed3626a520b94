/** The zones a person can choose from, UTC first (the runtime's own list leaves it out). */
export const timeZones: readonly string[] = [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC'),
]

const supportedZones = new Set(timeZones)

/** Browsers say Asia/Kolkata where the list says Asia/Calcutta: every name of a zone counts, a bare offset does not. */
export function isKnownTimeZone(zone: string): boolean {
  if (supportedZones.has(zone)) return true
  if (!/^[A-Z][A-Za-z_]+(\/[A-Za-z0-9_+-]+)+$/.test(zone)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
