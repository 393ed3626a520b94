import type { Clock } from '../kit/clock.ts'

/** Ctrl+C under `npm start` arrives twice, from the terminal and passed on by npm; that is one request. */
const samePressMs = 1_000

/**
 * Aborts on the first SIGTERM, SIGINT or SIGHUP (the terminal was closed); a second one, later than the echo of the first, ends the process at once.
 * `release` puts the usual behaviour back.
 */
export function listenForStop(clock: Clock): { signal: AbortSignal; release(): void } {
  const stop = new AbortController()
  let askedAt: number | undefined
  const onSignal = (name: NodeJS.Signals) => {
    const now = clock.now().getTime()
    if (askedAt === undefined) {
      askedAt = now
      stop.abort()
    } else if (now - askedAt > samePressMs) {
      process.exit(name === 'SIGINT' ? 130 : 143)
    }
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  process.on('SIGHUP', onSignal)
  return {
    signal: stop.signal,
    release: () => {
      process.off('SIGTERM', onSignal)
      process.off('SIGINT', onSignal)
      process.off('SIGHUP', onSignal)
    },
  }
}

export function stopped(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
