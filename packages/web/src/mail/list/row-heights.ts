/** Row heights in CSS px: fixed, so that windowing stays exact. */
const rowHeights = { compact: 32, cosy: 40, airy: 52, phone: 64 } as const

/**
 * Below this width one line has no room for a subject: beside a reading pane it is cut after some words, and beside a
 * docked calendar even for those who chose the densest rows.
 */
const oneLineFrom = 600
const denseLineFrom = 420

/** How the rows of a list are drawn that is `width` px wide: the height of each, and whether it has two lines. */
export function rowsDrawn(
  density: 'compact' | 'cosy' | 'airy',
  width: number,
  isPhone: boolean,
): { height: number; hasTwoLines: boolean } {
  if (isPhone) return { height: rowHeights.phone, hasTwoLines: true }
  // Not yet measured, it is taken to have room.
  const isNarrow = width > 0 && width < (density === 'compact' ? denseLineFrom : oneLineFrom)
  const drawn = isNarrow ? 'airy' : density
  return { height: rowHeights[drawn], hasTwoLines: drawn === 'airy' }
}
