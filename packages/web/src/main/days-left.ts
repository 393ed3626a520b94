const dayMs = 86_400_000

/** Whole days from `nowMs`, since the epoch, to a moment in RFC 3339; 0 on the last day and after it. */
export function daysLeft(until: string, nowMs: number): number {
  return Math.max(0, Math.floor((Date.parse(until) - nowMs) / dayMs))
}
