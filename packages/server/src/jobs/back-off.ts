const longestSeconds = 3600

/** Seconds until the next attempt after `attempt` failed ones: 1, 3, 9, 27 … up to an hour. */
export function backOffSeconds(attempt: number): number {
  return Math.min(longestSeconds, 3 ** (attempt - 1))
}
