import { setTimeout as sleep } from 'node:timers/promises'
import type { Fetch } from '../../egress/network/index.ts'
import { toConnectionError } from '../contract/api.ts'
import { ProviderError } from '../contract/index.ts'
import { type ReadonlyJson, readObject, readString, readStrings } from '../contract/read-json.ts'
import { graphError } from './classify.ts'
import { type Graph, segment, shortWait } from './graph.ts'
import type { MessagePart } from './graph-messages.ts'

/** A multiple of 320 KiB below the 4 MB that a piece may have ("attachment: createUploadSession"). */
const pieceBytes = 10 * 320 * 1024
const pieceMilliseconds = 120_000
/** In a row, without anything getting through. */
const maxTroubles = 6

/** 416: a piece that is there already, since the answer to it was lost. */
const outOfOrder = 416

const doing = 'sending a large file'

/**
 * Adds a file to a draft piece by piece. After a cut the service tells where to go on. The address of the session is its
 * own proof: it is on another host, to which no token may go. `put` reaches those hosts only.
 */
export async function uploadPart(
  graph: Graph,
  put: Fetch,
  message: string,
  part: MessagePart,
): Promise<void> {
  const path = `me/messages/${segment(message)}/attachments`
  const before = await fetchAttachments(graph, path)
  const about = { attachmentType: 'file', name: part.name, size: part.bytes.length, contentType: part.type }
  const more = { isInline: part.isInline, ...(part.cid === null ? {} : { contentId: part.cid }) }
  const body = { AttachmentItem: { ...about, ...more } }
  const session = await graph.send('POST', `${path}/createUploadSession`, body, doing)
  const url = readString(session['uploadUrl'])
  let at: number | 'gone' = 0
  let troubles = 0
  for (;;) {
    const from: number = at
    const progress = await putPiece(graph, { put, url, bytes: part.bytes, at: from })
    if (progress === 'whole') return
    if (typeof progress === 'number' && progress > from) {
      at = progress
      troubles = 0
      continue
    }
    troubles++
    const standing = new ProviderError('busy', 'Microsoft took no further piece of an upload')
    await waited(graph, typeof progress === 'object' ? progress : standing, troubles)
    at = await expected(graph, put, url)
    // A session ends with its last piece, whose answer may have been lost.
    if (at === 'gone') {
      if ((await fetchAttachments(graph, path)) > before) return
      throw new ProviderError('busy', 'Microsoft gave up an upload')
    }
  }
}

type UploadProgress = number | 'whole' | ProviderError

interface UploadPiece {
  put: Fetch
  url: string
  bytes: Buffer
  at: number
}

/** Sends one piece and returns the offset of the next, or the error. */
async function putPiece(graph: Graph, { put, url, bytes, at }: UploadPiece): Promise<UploadProgress> {
  const piece = new Uint8Array(bytes.subarray(at, at + pieceBytes))
  const headers = {
    'content-type': 'application/octet-stream',
    'content-range': `bytes ${at}-${at + piece.length - 1}/${bytes.length}`,
  }
  const answer = await requestUploadState(graph, put, url, { method: 'PUT', headers, body: piece })
  if (answer instanceof ProviderError) return answer
  if (answer.status === outOfOrder) return at
  return answer.status === 201 ? 'whole' : next(answer.body)
}

/** Returns how many bytes the service has received; `gone` when the session is over. */
async function expected(graph: Graph, put: Fetch, url: string): Promise<number | 'gone'> {
  for (let troubles = 1; ; troubles++) {
    const answer = await requestUploadState(graph, put, url, { method: 'GET' })
    if (!(answer instanceof ProviderError)) return next(answer.body)
    if (answer.kind === 'gone') return 'gone'
    await waited(graph, answer, troubles)
  }
}

const next = (body: ReadonlyJson): number =>
  Number.parseInt(readStrings(body['nextExpectedRanges'])[0] ?? '0', 10) || 0

async function requestUploadState(
  graph: Graph,
  put: Fetch,
  url: string,
  init: RequestInit,
): Promise<{ status: number; body: ReadonlyJson } | ProviderError> {
  try {
    const answer = await put(url, { ...init, signal: AbortSignal.timeout(pieceMilliseconds) })
    const text = await answer.text()
    const { status, headers } = answer
    if (status >= 400 && status !== outOfOrder)
      return graphError({ status, headers, body: text }, doing, graph.now())
    return { status, body: status === 201 || status === outOfOrder ? {} : readObject(JSON.parse(text)) }
  } catch (error) {
    return toConnectionError(error, doing)
  }
}

/** Throws what will not pass in a moment. */
async function waited(graph: Graph, trouble: ProviderError, troubles: number): Promise<void> {
  const isPassing = ['unreachable', 'busy', 'throttled', 'gone'].includes(trouble.kind)
  const wait = trouble.kind === 'throttled' ? shortWait(trouble, graph.now()) : 125 * 2 ** troubles
  if (!isPassing || wait === undefined || troubles > maxTroubles) throw trouble
  await sleep(wait)
}

async function fetchAttachments(graph: Graph, path: string): Promise<number> {
  let count = 0
  for await (const page of graph.pages(path, { $select: 'id' }, doing)) count += page.length
  return count
}
