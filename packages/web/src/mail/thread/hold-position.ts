/** Events by which a reader looks elsewhere. */
const moves = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * Scrolls to a message and holds it there while the bodies around it come and grow, until the reader moves. A message
 * that is whole on the screen without scrolling leaves the heading in sight.
 */
export function holdPosition(
  scroll: HTMLElement,
  content: HTMLElement,
  card: () => HTMLElement | null,
): () => void {
  function hold(): void {
    const target = card()
    if (!target) return
    const top = target.getBoundingClientRect().top - scroll.getBoundingClientRect().top + scroll.scrollTop
    scroll.scrollTop = top + target.offsetHeight <= scroll.clientHeight ? 0 : top
  }
  const observer = new ResizeObserver(hold)
  observer.observe(content)
  const end = (): void => {
    observer.disconnect()
    for (const move of moves) scroll.removeEventListener(move, end)
  }
  for (const move of moves) scroll.addEventListener(move, end, { passive: true })
  hold()
  return end
}
