import type { ProblemDetail } from '@plmail/wire'
import type { Fetch } from '../../egress/network/index.ts'
import { parsed } from '../contract/api.ts'
import { ProviderError } from '../contract/index.ts'
import { readObject, readString } from '../contract/read-json.ts'
import { TooSmallForUpload } from './classify.ts'
import { type Graph, segment } from './graph.ts'
import type { MessagePart, MailFormat } from './graph-messages.ts'
import { uploadPart } from './upload.ts'

/** The dependencies of assembling large messages. */
export interface Assembling {
  graph: Graph
  mailFormat: MailFormat
  /** Reaches the hosts that take uploads, and no other. */
  put: Fetch
}

/** Messages as MIME travel in base64, as plain text ("Send mail", "Create message"). */
export const mime = { 'content-type': 'text/plain' }

/**
 * A request may have 4 MB, but MIME above about 2,240 kB is answered with 200 and dropped (microsoft-graph-docs, issue
 * 13979). That counts what travels, which base64 makes a third larger.
 */
const maxMimeOnTheWire = 2_200_000
export const maxMime = (maxMimeOnTheWire / 4) * 3

/** Files "under 3 MB" are posted with their bytes in JSON ("Add attachment"), larger ones uploaded. */
const maxPosted = 3_000_000

export const toRefusal = (problem: ProblemDetail): ProviderError =>
  new ProviderError('refused', problem.problem, { problem })

/**
 * Makes a draft of a message that is too large for one request: the message without its files, then one file after the
 * other. It stands in the Outbox meanwhile, which nobody is shown, so that no half of a message is ever taken for one.
 * What a try that died has left there goes first.
 */
export async function assemble({ graph, mailFormat, put }: Assembling, raw: Buffer): Promise<string> {
  const { rest, parts } = mailFormat.takeApart(raw, maxMime)
  if (rest.length > maxMime) throw toRefusal({ problem: 'mail-limit/microsoft-large' })
  const { messageId } = mailFormat.describe(raw)
  if (messageId !== null) await discardAll(graph, messageId)
  const id = await storeMime(graph, 'outbox', rest, 'storing a large message')
  try {
    for (const part of parts) await addFile(graph, put, id, part)
    return id
  } catch (error) {
    // The next try finds what stays behind.
    await discard(graph, id).catch(() => {})
    throw error
  }
}

/** Makes a draft of MIME. What was stored is answered with 201 and an id; anything else stored nothing. */
export async function storeMime(graph: Graph, folder: string, raw: Buffer, doing: string): Promise<string> {
  const path = `me/mailFolders/${segment(folder)}/messages`
  const answer = await graph.call({
    method: 'POST',
    path,
    headers: mime,
    body: raw.toString('base64'),
    doing,
  })
  const text = await answer.text()
  const id = answer.status === 201 ? readString(readObject(parsed(text, doing))['id']) : ''
  if (id === '') throw new ProviderError('malformed', `Microsoft answered ${answer.status} while ${doing}`)
  return id
}

/**
 * Adds a file to a draft. The two limits are documented nowhere exactly, so Exchange has the last word on which way a
 * file goes.
 */
async function addFile(graph: Graph, uploadFetch: Fetch, id: string, part: MessagePart): Promise<void> {
  if (part.bytes.length <= maxPosted) return post(graph, id, part)
  try {
    await uploadPart(graph, uploadFetch, id, part)
  } catch (error) {
    if (!(error instanceof TooSmallForUpload)) throw error
    await post(graph, id, part)
  }
}

async function post(graph: Graph, id: string, part: MessagePart): Promise<void> {
  const path = `me/messages/${segment(id)}/attachments`
  await graph.send('POST', path, attachmentJson(part), 'adding a file to a message')
}

export const attachmentJson = ({ name, type, cid, isInline, bytes }: MessagePart): object => ({
  '@odata.type': '#microsoft.graph.fileAttachment',
  name,
  contentType: type,
  isInline,
  contentBytes: bytes.toString('base64'),
  ...(cid === null ? {} : { contentId: cid }),
})

export async function discard(graph: Graph, id: string): Promise<void> {
  const path = `me/messages/${segment(id)}/permanentDelete`
  await graph.call({ method: 'POST', path, doing: 'discarding half a message' })
}

async function discardAll(graph: Graph, messageId: string): Promise<void> {
  const literal = `<${messageId}>`.replaceAll("'", "''")
  const query = { $filter: `internetMessageId eq '${literal}'`, $select: 'id,isDraft' }
  for await (const page of graph.pages('me/mailFolders/outbox/messages', query, 'looking for half a message'))
    // What is no draft there has been sent and is on its way.
    for (const draft of page) if (draft['isDraft'] === true) await discard(graph, readString(draft['id']))
}
