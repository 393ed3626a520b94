import type { ImapFlow } from 'imapflow'
import { ProviderError } from '../contract/index.ts'

/**
 * Traffic of one period that says nothing: Dovecot tells every ten seconds how far a search is, Cyrus and others say
 * "Still here". A message, or the flags of a few hundred, are more on the slowest line.
 */
const idleBytes = 1024

/**
 * Runs work on the client. When no more than `idleBytes` travel for `stallMilliseconds`, the client is closed and the work given
 * up: a limit of silence never ends what a server keeps alive by words, nor an answer that the client itself has lost.
 */
export async function unlessStalled<T>(
  client: ImapFlow,
  stallMilliseconds: number,
  work: () => Promise<T>,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const stalled = new Promise<never>((_resolve, reject) => {
    let before = travelledBytes(client)
    timer = setInterval(() => {
      const now = travelledBytes(client)
      const isMoving = now - before > idleBytes
      before = now
      if (isMoving) return
      client.close()
      reject(new ProviderError('unreachable', 'The mail server came to no end of its answer'))
    }, stallMilliseconds)
  })
  try {
    return await Promise.race([work(), stalled])
  } finally {
    clearInterval(timer)
  }
}

function travelledBytes(client: ImapFlow): number {
  const { sent, received } = client.stats()
  return sent + received
}
