import { AnswerLost } from '../contract/api.ts'
import { type HandOver, ProviderError, type Sent, problemOfProvider } from '../contract/index.ts'
import { readString } from '../contract/read-json.ts'
import { type Assembling, assemble, discard, mime, maxMime, storeMime } from './assemble-message.ts'
import { type Graph, segment } from './graph.ts'

/** Stores a draft, a large one by way of the Outbox. */
export async function appendDraft(
  assembling: Assembling,
  folder: string,
  raw: Buffer,
): Promise<{ id: string }> {
  const { graph } = assembling
  if (raw.length > maxMime) {
    const id = await assemble(assembling, raw)
    const body = { destinationId: folder }
    const moved = await graph.send('POST', `me/messages/${segment(id)}/move`, body, 'storing a draft')
    return { id: readString(moved['id']) || id }
  }
  return { id: await storeMime(graph, folder, raw, 'storing a draft') }
}

/** Sends a message; Exchange keeps the copy in Sent Items, a moment later. */
export async function send(assembling: Assembling, raw: Buffer, handOver: HandOver): Promise<Sent> {
  return raw.length > maxMime ? sendLarge(assembling, raw, handOver) : sendSmall(assembling, raw, handOver)
}

/** In one request, which names no id. */
async function sendSmall({ graph }: Assembling, raw: Buffer, handOver: HandOver): Promise<Sent> {
  if (!(await handOver())) return { outcome: 'stopped' }
  const body = raw.toString('base64')
  return submitMessage(graph, { path: 'me/sendMail', headers: mime, body })
}

/** Nothing has left as long as the draft is being made; from the hand-over on it is one short request. */
async function sendLarge(assembling: Assembling, raw: Buffer, handOver: HandOver): Promise<Sent> {
  const { graph } = assembling
  const id = await assemble(assembling, raw).catch(findRefusal)
  if (typeof id !== 'string') return id
  if (await handOver()) return submitMessage(graph, { path: `me/messages/${segment(id)}/send` })
  await discard(graph, id)
  return { outcome: 'stopped' }
}

/** Only 202 says that Exchange has taken the message. */
async function submitMessage(
  graph: Graph,
  request: { path: string; headers?: Record<string, string>; body?: string },
): Promise<Sent> {
  try {
    const { status } = await graph.call({ method: 'POST', ...request, doing: 'sending a message' })
    if (status === 202) return { outcome: 'taken' }
    return { outcome: 'unknown', said: `Microsoft answered ${status} while sending a message` }
  } catch (error) {
    // Trouble inside Exchange, or no answer: it may have gone out.
    if (error instanceof AnswerLost || (isBusy(error) && error.until === undefined))
      return { outcome: 'unknown', said: error.message }
    return findRefusal(error)
  }
}

const isBusy = (error: unknown): error is ProviderError =>
  error instanceof ProviderError && error.kind === 'busy'

function findRefusal(error: unknown): Sent {
  if (!(error instanceof ProviderError) || error.kind !== 'refused') throw error
  return { outcome: 'refused', problem: problemOfProvider(error) }
}
