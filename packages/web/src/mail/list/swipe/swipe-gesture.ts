/** A finger that has gone so far is not resting any more, in CSS pixels. */
const slop = 10
/** Ratio of horizontal to vertical movement from which a touch is a swipe; a diagonal movement scrolls. */
const acrossRatio = 1.5
/** How far the row has to be pulled until letting go does it. */
const shareOfRow = 0.35
const maxReach = 140

/** Returns the meaning of a touch so far, by its distance from the start. */
export function whatItMeans(x: number, y: number): 'nothing' | 'swipe' | 'scroll' {
  const [across, along] = [Math.abs(x), Math.abs(y)]
  if (Math.max(across, along) < slop) return 'nothing'
  return across >= along * acrossRatio ? 'swipe' : 'scroll'
}

/** `width` is that of the row. */
export const isFarEnough = (by: number, width: number): boolean =>
  Math.abs(by) >= Math.min(width * shareOfRow, maxReach)
