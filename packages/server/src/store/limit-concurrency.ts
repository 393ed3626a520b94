/** Has no more than `count` pieces of work under way at a time; the others wait, first come first served. */
export function limitConcurrency(count: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: Array<() => void> = []
  let running = 0
  return async (work) => {
    if (running < count) running++
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // The turn goes from hand to hand, so nobody who comes in between takes it.
      if (next) next()
      else running--
    }
  }
}
