/** A message that is only scrolled past does not count as read. */
const momentMs = 500
/** Steps fine enough for a message ten screens long. */
const thresholds = Array.from({ length: 21 }, (_, step) => step / 20)

/** Watches which messages stay on screen for a moment: at least half of each, or half a screen of it. */
export interface SeenMessages {
  /** Which messages can be read has changed. */
  reconsider(): void
  watch(card: HTMLElement): () => void
  end(): void
}

/** `onSeen`: once for each message. `isReadable`: false while its body, or one above it, is on its way. */
export function createSeenMessages(
  scroll: HTMLElement,
  isReadable: (id: string) => boolean,
  onSeen: (id: string) => void,
  after: (ms: number, task: () => void) => () => void,
): SeenMessages {
  const inView = new Set<string>()
  const timers = new Map<string, () => void>()

  function consider(id: string): void {
    if (!inView.has(id) || !isReadable(id)) return forget(id)
    if (!timers.has(id))
      timers.set(
        id,
        after(momentMs, () => onSeen(id)),
      )
  }

  function forget(id: string): void {
    timers.get(id)?.()
    timers.delete(id)
  }

  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, intersectionRatio, intersectionRect, rootBounds } of entries) {
        const id = target.getAttribute('data-message') ?? ''
        const isInView =
          intersectionRatio >= 0.5 || intersectionRect.height >= (rootBounds?.height ?? Infinity) / 2
        if (isInView) inView.add(id)
        else inView.delete(id)
        consider(id)
      }
    },
    { root: scroll, threshold: thresholds },
  )

  return {
    reconsider() {
      for (const id of inView) consider(id)
    },
    watch(card) {
      observer.observe(card)
      return () => observer.unobserve(card)
    },
    end() {
      observer.disconnect()
      for (const id of Array.from(timers.keys())) forget(id)
    },
  }
}
