/**
 * An attachment for a row that scrolls sideways: what takes the focus is seen whole. Chromium scrolls to what is outside,
 * and leaves alone what shows a few pixels at the edge.
 */
export function followFocus(row: HTMLElement): () => void {
  const show = ({ target }: FocusEvent): void => {
    if (target instanceof Element && target !== row)
      target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
  row.addEventListener('focusin', show)
  return () => row.removeEventListener('focusin', show)
}
