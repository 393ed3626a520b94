import type { EmulatedAnswer } from '../../http/answer.ts'
import { readParts } from '../../mime/index.ts'
import { getBearer, type GmailDoor, type GmailRequest, type GmailMethods, run } from './dispatch.ts'
import type { Fault } from '../../faults/faults.ts'
import { badToken, invalidArgument, notFound, Refusal } from './refusal.ts'

/** Whole messages by send and drafts, and by insert and import [S]. */
const maxSendSize = 36_700_160
const maxInsertSize = 157_286_400
/** Pieces of an upload but the last are multiples of this [D]. */
const granule = 256 * 1024
/** How long an upload may be left lying [D]. */
const sessionMs = 7 * 86_400_000

interface Session {
  incoming: GmailRequest
  named: GmailMethods
  received: Buffer[]
  size: number
  expiresAt: number
}

/** An upload request as it came. */
interface GmailUpload {
  incoming: GmailRequest
  contentType: string
  contentRange: string | undefined
  bytes: Buffer
  /** Origin that receives the chunks of a resumable upload. */
  origin: string
}

export interface GmailUploads {
  answer(upload: GmailUpload, named: GmailMethods, fault: Fault | undefined): EmulatedAnswer
  /** The method and account of a resumable upload under way. */
  named(uploadId: string): GmailMethods | undefined
}

/** The three ways in which media comes: simple, multipart/related and resumable. */
export function createUploads(door: GmailDoor): GmailUploads {
  const sessions = new Map<string, Session>()

  function answerUpload(upload: GmailUpload, named: GmailMethods, fault: Fault | undefined): EmulatedAnswer {
    const query = new URL(upload.incoming.url, 'http://upload').searchParams
    const id = query.get('upload_id')
    if (id !== null) return proceed(id, upload, fault)
    switch (query.get('uploadType')) {
      case 'media':
        return finish(door, {
          incoming: { ...upload.incoming, body: undefined },
          type: upload.contentType,
          media: upload.bytes,
          named,
          fault,
        })
      case 'multipart':
        return related(door, upload, named, fault)
      case 'resumable':
        return open(upload, named)
      default:
        throw invalidArgument('uploadType must be media, multipart or resumable')
    }
  }

  function open(upload: GmailUpload, named: GmailMethods): EmulatedAnswer {
    if (door.grants.accessToken(getBearer(upload.incoming.authorization)) === undefined) throw badToken()
    const id = door.world.nextHex(24)
    const expiresAt = door.world.clock.now().getTime() + sessionMs
    const body = upload.bytes.length > 0 ? parseJson(upload.bytes) : undefined
    const incoming = { ...upload.incoming, body }
    sessions.set(id, { incoming, named, received: [], size: 0, expiresAt })
    const location = new URL(upload.incoming.url, upload.origin)
    location.searchParams.set('upload_id', id)
    return { status: 200, headers: { location: location.href, 'x-guploader-uploadid': id } }
  }

  /** A piece, or the question how much has come. The address alone is the right to it: no token is needed [D]. */
  function proceed(id: string, upload: GmailUpload, fault: Fault | undefined): EmulatedAnswer {
    const session = sessions.get(id)
    if (!session || session.expiresAt < door.world.clock.now().getTime()) throw notFound()
    const range = readRange(upload.contentRange, upload.bytes.length)
    if (range === 'ask') return more(session)
    if (!range || range.from !== session.size) throw invalidArgument('Invalid Content-Range')
    const isLast = range.total !== undefined && range.from + upload.bytes.length >= range.total
    if (!isLast && upload.bytes.length % granule !== 0)
      throw invalidArgument('Chunk size is not a multiple of 262144')
    session.received.push(upload.bytes)
    session.size += upload.bytes.length
    if (!isLast) return more(session)
    sessions.delete(id)
    const whole = Buffer.concat(session.received)
    return finish(door, {
      incoming: session.incoming,
      type: 'message/rfc822',
      media: whole,
      named: session.named,
      fault,
    })
  }

  return {
    named: (id) => sessions.get(id)?.named,
    answer(upload, named, fault) {
      try {
        return answerUpload(upload, named, fault)
      } catch (error) {
        if (error instanceof Refusal) return error.answer
        throw error
      }
    },
  }
}

function more({ size }: Session): EmulatedAnswer {
  return { status: 308, headers: size === 0 ? {} : { range: `bytes=0-${size - 1}` } }
}

interface FinishedUpload {
  incoming: GmailRequest
  type: string
  media: Buffer
  named: GmailMethods
  fault: Fault | undefined
}

function finish(door: GmailDoor, { incoming, type, media, named, fault }: FinishedUpload): EmulatedAnswer {
  if (!/^message\//i.test(type))
    throw invalidArgument(`Media type '${type}' is not supported. Valid: message/*`)
  const maxSize = /messages(\.insert|\.import)$/.test(named.operation) ? maxInsertSize : maxSendSize
  if (media.length > maxSize)
    throw new Refusal({ status: 413, reason: 'uploadTooLarge', message: 'Request Entity Too Large' })
  return run(door, { ...incoming, media }, named, fault)
}

/** Metadata as JSON first, then the message [D]. */
function related(
  door: GmailDoor,
  upload: GmailUpload,
  named: GmailMethods,
  fault: Fault | undefined,
): EmulatedAnswer {
  const head = Buffer.from(`Content-Type: ${upload.contentType}\r\n\r\n`)
  const [metadata, media] = readParts(Buffer.concat([head, upload.bytes])).children
  if (!metadata || !media) throw invalidArgument('Malformed multipart body')
  const incoming = { ...upload.incoming, body: parseJson(metadata.content()) }
  return finish(door, { incoming, type: media.type, media: media.content(), named, fault })
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw invalidArgument('Invalid JSON payload received.')
  }
}

function readRange(
  range: string | undefined,
  length: number,
): { from: number; total: number | undefined } | 'ask' | undefined {
  if (range === undefined) return { from: 0, total: length }
  if (/^bytes \*\/(\d+|\*)$/.test(range)) return 'ask'
  const [, from, to, total] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(range) ?? []
  if (from === undefined || Number(to) - Number(from) + 1 !== length) return undefined
  return { from: Number(from), total: total === '*' ? undefined : Number(total) }
}
