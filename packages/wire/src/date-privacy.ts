/**
 * How private one date of a series is, where it is that more than the series. JSCalendar keeps privacy to series (RFC 8984
 * §4.3.5), providers and calendar files do not.
 */
export const datePrivacyName = 'plmail:privacy'

const order = ['public', 'private', 'secret']
const getStrictness = (privacy: unknown): number => {
  if (privacy === undefined || privacy === null) return 0
  const at = order.findIndex((candidate) => candidate === privacy)
  // What is not understood hides.
  return at < 0 ? 1 : at
}

/** Returns the privacy for the override of a date; nothing where the series hides as much. */
export function datePrivacy(ofSeries: unknown, ofDate: unknown): Record<string, 'private' | 'secret'> {
  const strictness = getStrictness(ofDate)
  if (strictness <= getStrictness(ofSeries)) return {}
  return { [datePrivacyName]: strictness === 2 ? 'secret' : 'private' }
}
