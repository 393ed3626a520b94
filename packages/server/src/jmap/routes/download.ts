import { accountWireId } from '@plmail/wire'
import { contentDisposition } from '../../kit/content-disposition.ts'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '../../kit/log.ts'
import type { Mail } from '../../mail/index.ts'
import { Problem } from '../../http/guard/index.ts'
import { holdsBlobs } from '../engine/arguments.ts'
import { openBytes } from '../engine/blob-bytes.ts'
import type { Caller } from '../engine/method.ts'
import { namesTag, type Range, parseRange } from '../engine/ranges.ts'

export interface DownloadNeeds {
  mail: Mail
  log: Log
  reference(): string
  /** Who asks; throws a Problem for nobody. */
  getCaller(request: FastifyRequest): Promise<Caller>
}

interface DownloadQuery {
  Params: { accountId: string; blobId: string; name: string }
  Querystring: { type?: string | string[] }
}

/** GET and HEAD of the bytes of a blob, when an account of the caller has them (RFC 8620 §6.2). */
export function downloadRoute(needs: DownloadNeeds): FastifyPluginAsync {
  const open = openBytes(needs.mail)
  return async (app) => {
    app.route<DownloadQuery>({
      method: ['GET', 'HEAD'],
      url: '/jmap/download/:accountId/:blobId/:name',
      handler: async (request, reply) => {
        const caller = await needs.getCaller(request)
        const accountId = accountWireId.decode(request.params.accountId)
        const isOwn = accountId !== undefined && holdsBlobs(caller, accountId)
        const blob = isOwn ? await open(accountId, request.params.blobId) : undefined
        if (!blob) throw new Problem('not-found', { detail: { problem: 'jmap/nothing-to-download' } })

        const tag = `"${request.params.blobId}"`
        reply.headers(downloadHeaders(tag, request.query.type, request.params.name))
        if (namesTag(request.headers['if-none-match'], tag)) return reply.code(304).send()
        const { start, end } = announce(reply, readRange(request, tag, blob.size), blob.size)
        if (request.method === 'HEAD') return reply.send()
        const stream = blob.stream(start, end)
        // The headers are gone by then: the client sees the connection end, we see why.
        stream.once('error', (error) =>
          needs.log.failure('http.failed', error, { reference: needs.reference() }),
        )
        return reply.send(stream)
      },
    })
  }
}

/**
 * Returns the requested range. Bytes under a name never change, they can only be missing, so the name is a strong
 * entity tag.
 */
function readRange({ headers, method }: FastifyRequest, tag: string, size: number): Range | 'whole' {
  const ifRange = headers['if-range']
  if (method !== 'GET' || (ifRange !== undefined && ifRange !== tag)) return 'whole'
  const range = parseRange(headers.range, size)
  if (range !== 'unsatisfiable') return range
  throw new Problem('no-such-range', {
    detail: { problem: 'jmap/no-such-range', size },
    headers: { 'content-range': `bytes */${size}` },
  })
}

function announce(reply: FastifyReply, range: Range | 'whole', size: number): Range {
  const { start, end } = range === 'whole' ? { start: 0, end: size } : range
  reply.header('content-length', end - start)
  if (range !== 'whole') reply.code(206).header('content-range', `bytes ${start}-${end - 1}/${size}`)
  return { start, end }
}

/** A stranger's file is saved, never shown on our origin. */
function downloadHeaders(tag: string, type: DownloadQuery['Querystring']['type'], name: string) {
  return {
    'content-type': mediaType(type),
    'content-disposition': contentDisposition('attachment', name),
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, immutable, max-age=31536000',
    'accept-ranges': 'bytes',
    etag: tag,
  }
}

/** Exactly what the client asked for when that is a media type; it is never sniffed. */
function mediaType(requested: string | string[] | undefined): string {
  const isType =
    typeof requested === 'string' &&
    /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}( *;[\x20-\x7e]{0,200})?$/.test(requested)
  return isType ? requested : 'application/octet-stream'
}
