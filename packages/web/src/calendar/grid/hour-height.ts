/** Pixels of an hour, from the narrowest to the widest. */
const hourHeights = [28, 36, 44, 56, 72, 96]

export const hourHeightAt = (zoom: number): number => hourHeights[zoom] ?? 44

/** One step wider or narrower, as far as there is one. */
export const zoomed = (zoom: number, by: 1 | -1): number =>
  Math.min(hourHeights.length - 1, Math.max(0, zoom + by))
