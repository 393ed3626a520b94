/**
 * Keeps a part of a page at the top of the screen while the parts above it are still loading and grow, until the user does
 * something. Answers how to stop.
 */
export function keepInView(part: HTMLElement): () => void {
  const stopping = new AbortController()
  const observer = new ResizeObserver(() => part.scrollIntoView())
  const stop = (): void => {
    observer.disconnect()
    stopping.abort()
  }
  observer.observe(part.parentElement ?? part)
  for (const kind of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
    window.addEventListener(kind, stop, { signal: stopping.signal, capture: true, passive: true })
  return stop
}
