import { AnswerLost } from '../contract/api.ts'
import { type HandOver, ProviderError, type Sent, problemOfProvider } from '../contract/index.ts'
import { readObject, readString } from '../contract/read-json.ts'
import type { Gmail } from './gmail.ts'
import { findByMessageId } from './pull.ts'
import { upload } from './upload.ts'

/**
 * Sends a message (100 units); Gmail keeps the copy in Sent. A reply joins its conversation only when the conversation is
 * named, besides having the right header fields.
 */
export async function send(gmail: Gmail, raw: Buffer, handOver?: HandOver): Promise<Sent> {
  const threadId = await fetchThread(gmail, raw)
  if (handOver && !(await handOver())) return { outcome: 'stopped' }
  const metadata = threadId === undefined ? {} : { threadId }
  try {
    const sent = readObject(await upload(gmail, 'messages/send', {}, metadata, raw, 100, 'sending a message'))
    const id = readString(sent['id'])
    // The id is that of the copy in Sent: an answer without it proves nothing.
    return id === ''
      ? { outcome: 'unknown', said: 'Google named no copy of the message' }
      : { outcome: 'accepted', id }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (error.kind === 'refused') return { outcome: 'refused', problem: problemOfProvider(error) }
    // Trouble inside Google, or no readable answer: it may have gone out.
    if (error instanceof AnswerLost || error.kind === 'busy' || error.kind === 'malformed')
      return { outcome: 'unknown', said: error.message }
    throw error
  }
}

async function fetchThread(gmail: Gmail, raw: Buffer): Promise<string | undefined> {
  const parent = /^in-reply-to:\s*<([^>\r\n]+)>/im.exec(getHeader(raw))?.[1]
  const [id] = parent === undefined ? [] : await findByMessageId(gmail, parent)
  if (id === undefined) return undefined
  const query = { format: 'minimal' }
  const message = readObject(await gmail.get(`messages/${id}`, query, 20, 'finding a conversation'))
  return readString(message['threadId']) || undefined
}

function getHeader(raw: Buffer): string {
  const end = raw.indexOf('\r\n\r\n')
  return raw.subarray(0, end < 0 ? raw.length : end).toString('latin1')
}
