import { AnswerLost } from '../contract/api.ts'
import { ProviderError, type Sent } from '../contract/index.ts'
import { objectOf, stringOf } from '../contract/read-json.ts'
import { type Graph, segment } from './graph.ts'

/** Messages as MIME travel in base64, as plain text ("Send mail", "Create message"). */
const mime = { 'content-type': 'text/plain' }

/** Stores a draft. Other messages cannot be stored: Graph makes a draft of everything it is given. */
export async function append(
  graph: Graph,
  folder: string | undefined,
  raw: Buffer,
  isDraft: boolean,
): Promise<{ id: string }> {
  if (!isDraft || folder === undefined) {
    const detail = 'Microsoft lets programs store drafts only.'
    throw new ProviderError('refused', detail, { detail })
  }
  const path = `me/mailFolders/${segment(folder)}/messages`
  const body = raw.toString('base64')
  const answer = await graph.call({ method: 'POST', path, headers: mime, body, doing: 'storing a draft' })
  return { id: stringOf(objectOf(await answer.json())['id']) }
}

/** Sends a message; Exchange keeps the copy in Sent Items, a moment later, and names no id. */
export async function send(graph: Graph, raw: Buffer): Promise<Sent> {
  const body = raw.toString('base64')
  try {
    await graph.call({
      method: 'POST',
      path: 'me/sendMail',
      headers: mime,
      body,
      doing: 'sending a message',
    })
    return { outcome: 'accepted', id: undefined }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (error.kind === 'refused') return { outcome: 'refused', said: error.detail ?? error.message }
    // Trouble inside Exchange, or no answer: it may have gone out.
    if (error instanceof AnswerLost || (error.kind === 'busy' && error.until === undefined))
      return { outcome: 'unknown', said: error.message }
    throw error
  }
}
