/** Runs what it is given one after the other, in the order given. A connection executes one statement at a time. */
export function inSequence(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = last.then(work, work)
    last = result
    return result
  }
}
