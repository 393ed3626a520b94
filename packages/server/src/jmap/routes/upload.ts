import type { IncomingMessage } from 'node:http'
import { accountWireId } from '@plmail/wire'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { Mail, Upload, Uploader } from '../../mail/index.ts'
import { Problem } from '../../http/guard/index.ts'
import { holdsBlobs } from '../engine/arguments.ts'
import { encodeBlobId } from '../engine/blob-id.ts'
import { limits } from '../engine/limits.ts'
import type { Caller } from '../engine/method.ts'
import { createTurns } from '../engine/request-scheduler.ts'

export interface UploadNeeds {
  mail: Mail
  /** Who sends; throws a Problem for nobody. */
  getCaller(request: FastifyRequest): Promise<Caller>
}

interface Sent {
  Params: { accountId: string }
}

/** POST of bytes to an account, from which a message can be made later (RFC 8620 §6.1). */
export function uploadRoute({ mail, getCaller }: UploadNeeds): FastifyPluginAsync {
  const turns = createTurns('maxConcurrentUpload')
  return async (app) => {
    // The body is read where it is kept, piece by piece, and never looked into.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', (_request, _payload, done) => done(null))
    const loadUploader = async (request: FastifyRequest<Sent>) =>
      readUploader(await getCaller(request), request.params.accountId)
    app.post<Sent>(
      '/jmap/upload/:accountId',
      // Judged before the body is read: a stranger's megabytes are not kept.
      { onRequest: async (request) => void (await loadUploader(request)) },
      async (request, reply) => {
        const uploader = await loadUploader(request)
        const run = () => keep(mail, uploader, request.raw)
        const { digest, size } = await turns.run(uploader.userId, run, buffered)
        return reply.code(201).send({
          accountId: accountWireId.encode(uploader.accountId),
          blobId: encodeBlobId(digest),
          type: request.headers['content-type'] ?? 'application/octet-stream',
          size,
        })
      },
    )
  }
}

/** Bytes of a body that arrive while nobody reads: about what the connection and the stream buffer. */
const buffered = 64 * 1024

function readUploader(caller: Caller, account: string): Uploader {
  const accountId = accountWireId.decode(account)
  if (accountId === undefined || !holdsBlobs(caller, accountId))
    throw new Problem('not-found', { detail: { problem: 'jmap/no-upload-account' } })
  if (!caller.mayWrite)
    throw new Problem('not-allowed', { detail: { problem: 'request/read-only-credentials' } })
  return { userId: caller.userId, accountId }
}

async function keep(mail: Mail, uploader: Uploader, body: IncomingMessage): Promise<Upload> {
  const announced = Number(body.headers['content-length'] ?? 0)
  try {
    const upload =
      announced > limits.maxSizeUpload
        ? 'too-large'
        : await mail.uploads.keep(uploader, readPieces(body), limits.maxSizeUpload)
    if (upload !== 'too-large') return upload
    await readToEnd(body)
  } catch (error) {
    throw brokenOff(error)
      ? new Problem('bad-request', { detail: { problem: 'jmap/upload-broke-off' }, cause: error })
      : error
  }
  throw new Problem('too-large', {
    type: 'urn:ietf:params:jmap:error:limit',
    detail: { problem: 'jmap/upload-too-large', most: limits.maxSizeUpload },
    limit: 'maxSizeUpload',
    // There may be more to come.
    headers: { connection: 'close' },
  })
}

/** Not destroyed when nobody reads on, because an answer has to go out on the same connection. */
const readPieces = (body: IncomingMessage): AsyncIterable<Buffer> => body.iterator({ destroyOnReturn: false })

/**
 * Answered while the client is still writing, the connection would be reset under it, and many never see the answer.
 * One that has sent this much more is not listened to any longer.
 */
async function readToEnd(body: IncomingMessage): Promise<void> {
  let left = 2 * limits.maxSizeUpload
  for await (const piece of readPieces(body)) {
    left -= piece.length
    if (left < 0) return
  }
}

function brokenOff(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNRESET'
}
