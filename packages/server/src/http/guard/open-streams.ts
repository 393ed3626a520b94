/**
 * Answers that never end by themselves (live updates). Fastify waits for every answer when it closes, so each one
 * leaves here how to end it.
 */
export interface OpenStreams {
  /** Registers how to end a stream; call the result once it has ended by itself. */
  add(end: () => void): () => void
  endAll(): void
}

export function createOpenStreams(): OpenStreams {
  const ends = new Set<() => void>()
  return {
    add: (end) => {
      ends.add(end)
      return () => void ends.delete(end)
    },
    endAll: () => {
      for (const end of Array.from(ends)) end()
      ends.clear()
    },
  }
}
