/**
 * Asks one question at a time. Whoever asks while one is on its way waits for it to be asked once more, so that no older
 * answer comes last. A failure ends that: it reaches everybody who waits, and the next call asks anew.
 */
export function oneAtATime<T>(ask: () => Promise<T>): () => Promise<T> {
  let asking: Promise<T> | undefined
  let isWanted = false

  async function askWhileWanted(): Promise<T> {
    try {
      for (;;) {
        isWanted = false
        const answer = await ask()
        if (!isWanted) return answer
      }
    } finally {
      // Together with the last look at what is wanted: whoever wants it a moment later finds nobody asking.
      asking = undefined
    }
  }

  return () => {
    isWanted = true
    asking ??= askWhileWanted()
    return asking
  }
}
