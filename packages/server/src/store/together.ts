/**
 * Lets single pieces of work share what is costly once: while one batch is under way the next fills up. Results come
 * in the order of what went in; a batch that fails fails for each of its members.
 */
export function together<In, Out>(
  work: (batch: readonly In[]) => Promise<readonly Out[]>,
): (one: In) => Promise<Out> {
  let waiting: Array<{ one: In; resolve(result: Out): void; reject(error: unknown): void }> = []
  let isBusy = false
  const next = async (): Promise<void> => {
    isBusy = true
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      try {
        const results = await work(batch.map(({ one }) => one))
        for (const [index, result] of results.entries()) batch[index]?.resolve(result)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    isBusy = false
  }
  return (one) =>
    new Promise((resolve, reject) => {
      waiting.push({ one, resolve, reject })
      if (!isBusy) void next()
    })
}
