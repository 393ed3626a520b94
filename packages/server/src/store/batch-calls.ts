/**
 * Lets single pieces of work share what is costly once: while one batch is under way the next fills up. Results come
 * in the order of what went in. The members of a batch that fails are tried once more, each alone, so that one does
 * not fail for another's fault; `work` must bear that.
 */
export function batchCalls<In, Out>(
  work: (batch: readonly In[]) => Promise<readonly Out[]>,
): (input: In) => Promise<Out> {
  interface Waiting {
    input: In
    resolve(result: Out): void
    reject(error: unknown): void
  }
  let waiting: Waiting[] = []
  let isBusy = false
  const run = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      const results = await work(batch.map(({ input }) => input))
      for (const [index, result] of results.entries()) batch[index]?.resolve(result)
    } catch (error) {
      if (batch.length === 1) batch[0]?.reject(error)
      else for (const single of batch) await run([single])
    }
  }
  const next = async (): Promise<void> => {
    isBusy = true
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      await run(batch)
    }
    isBusy = false
  }
  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject })
      if (!isBusy) void next()
    })
}
