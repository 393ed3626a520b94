import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Above the ports of well-known services and below those the system gives to outgoing connections, on Linux from
 * 32768 and elsewhere from 49152: one of these could be taken by any connection before the caller listens on it.
 */
const [lowest, beyond] = [10_000, 32_768]
/** Of these the one that no browser goes to (Fetch §2.9, port blocking). */
const blocked = 10_080

/** A loopback port that nobody listens on right now. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, beyond)
    if (port !== blocked && (await isFree(port))) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    )
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
