/**
 * Runs `work` for a key at once, and once more after the pause for everything that asked for it meanwhile. Resolves when
 * a run that began after the call has ended, so what it promises holds for every caller.
 */
export function gather<Key>(
  work: (key: Key) => Promise<void>,
  pauseMilliseconds: number,
): (key: Key) => Promise<void> {
  const waiting = new Map<Key, Promise<void>>()
  const pausing = new Map<Key, Promise<unknown>>()

  const begin = (key: Key): Promise<void> => {
    waiting.delete(key)
    const run = work(key)
    const pause = Promise.allSettled([run, sleep(pauseMilliseconds)]).then(() => {
      if (pausing.get(key) === pause) pausing.delete(key)
    })
    pausing.set(key, pause)
    return run
  }
  return (key) => {
    const next = waiting.get(key)
    if (next) return next
    const before = pausing.get(key)
    if (!before) return begin(key)
    const run = before.then(() => begin(key))
    waiting.set(key, run)
    return run
  }
}

const sleep = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds).unref()
  })
