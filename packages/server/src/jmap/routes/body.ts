import type { Readable } from 'node:stream'
import { Problem } from '../../http/guard/index.ts'
import { limits } from '../engine/limits.ts'

/** A client that has sent this much too much is not listened to any longer. */
const maxRead = 4 * limits.maxSizeRequest

/**
 * The bytes of a request. One that is too large is read to its end all the same and then refused as RFC 8620 §3.6.1
 * says: answered earlier, the connection would be reset under the client's writing, and many never see the answer.
 */
export function readBody(payload: Readable): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = []
    let size = 0
    payload.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= limits.maxSizeRequest) return void chunks.push(chunk)
      chunks = []
      if (size > maxRead) reject(tooLarge())
    })
    payload.once('end', () =>
      size <= limits.maxSizeRequest ? resolve(Buffer.concat(chunks)) : reject(tooLarge()),
    )
    payload.once('error', reject)
  })
}

function tooLarge(): Problem {
  return new Problem('too-large', {
    type: 'urn:ietf:params:jmap:error:limit',
    detail: { problem: 'jmap/request-too-large', most: limits.maxSizeRequest },
    limit: 'maxSizeRequest',
  })
}
