import type { Fetch } from '../contract/allowed-origins.ts'
import { ProviderError } from '../contract/index.ts'
import { objectOf, stringOf } from '../contract/read-json.ts'
import { type Graph, segment } from './graph.ts'
import type { LetterPart, Letters } from './letters.ts'
import { uploadPart } from './upload.ts'

/** What large messages need beside Graph itself. */
export interface Assembling {
  graph: Graph
  letters: Letters
  /** Reaches the hosts that take uploads, and no other. */
  put: Fetch
}

/** Messages as MIME travel in base64, as plain text ("Send mail", "Create message"), in a request of 4 MB at most. */
export const mime = { 'content-type': 'text/plain' }
export const mostMime = 3_000_000

/** Files up to 3 MB are posted with their bytes in JSON ("Add attachment"), larger ones uploaded. */
const mostPosted = 2_500_000

export const refused = (detail: string): ProviderError => new ProviderError('refused', detail, { detail })

/**
 * Makes a draft of a message that is too large for one request: the message without its files, then one file after the
 * other. It stands in the Outbox meanwhile, which nobody is shown, so that no half of a message is ever taken for one.
 * What a try that died has left there goes first.
 */
export async function assemble({ graph, letters, put }: Assembling, raw: Buffer): Promise<string> {
  const { rest, parts } = letters.takeApart(raw, mostMime)
  if (rest.length > mostMime)
    throw refused('Microsoft takes messages over 3 MB only where attachments are what is large.')
  const { messageId } = letters.describe(raw)
  if (messageId !== null) await discardAll(graph, messageId)
  const answer = await graph.call({
    ...{ method: 'POST', path: `${outbox}/messages`, headers: mime, body: rest.toString('base64') },
    doing: 'storing a large message',
  })
  const id = stringOf(objectOf(await answer.json())['id'])
  try {
    for (const part of parts)
      await (part.bytes.length <= mostPosted ? post(graph, id, part) : uploadPart(graph, put, id, part))
    return id
  } catch (error) {
    // The next try finds what stays behind.
    await discard(graph, id).catch(() => {})
    throw error
  }
}

const outbox = 'me/mailFolders/outbox'

async function post(graph: Graph, id: string, part: LetterPart): Promise<void> {
  const path = `me/messages/${segment(id)}/attachments`
  await graph.send('POST', path, attachmentJson(part), 'adding a file to a message')
}

export const attachmentJson = ({ name, type, cid, isInline, bytes }: LetterPart): object => ({
  '@odata.type': '#microsoft.graph.fileAttachment',
  ...{ name, contentType: type, isInline, contentBytes: bytes.toString('base64') },
  ...(cid === null ? {} : { contentId: cid }),
})

export async function discard(graph: Graph, id: string): Promise<void> {
  const path = `me/messages/${segment(id)}/permanentDelete`
  await graph.call({ method: 'POST', path, doing: 'discarding half a message' })
}

async function discardAll(graph: Graph, messageId: string): Promise<void> {
  const literal = `<${messageId}>`.replaceAll("'", "''")
  const query = { $filter: `internetMessageId eq '${literal}'`, $select: 'id,isDraft' }
  for await (const page of graph.pages(`${outbox}/messages`, query, 'looking for half a message'))
    // What is no draft there has been sent and is on its way.
    for (const one of page) if (one['isDraft'] === true) await discard(graph, stringOf(one['id']))
}
