interface Size {
  readonly width: number
  readonly height: number
}

/** Where a card opens: pixels from the edge where lines begin, and from the top of the window. */
export interface CardPosition {
  readonly start: number
  readonly top: number
}

/** Places a card below its button, or above it where there is no room below; never beyond an edge that it could avoid. */
export function cardPosition(
  button: Pick<DOMRect, 'top' | 'bottom' | 'left' | 'right'>,
  card: Size,
  viewport: Size,
  direction: 'ltr' | 'rtl',
): CardPosition {
  const start = direction === 'rtl' ? viewport.width - button.right : button.left
  const fitsBelow = button.bottom + card.height < viewport.height
  return {
    start: Math.max(0, Math.min(start, viewport.width - card.width)),
    top: fitsBelow ? button.bottom : Math.max(0, button.top - card.height),
  }
}
