import type { FetchedItem, ItemState, ProviderError } from '../contract/index.ts'
import { parsed } from '../contract/api.ts'
import { readNumber, readObject, readString, readStrings } from '../contract/read-json.ts'
import { batch, type GmailBatchAnswer } from './batch.ts'
import { googleError } from './classify.ts'
import type { Gmail } from './gmail.ts'
import { getState } from './places.ts'

// 20 units each (Gmail API, "Usage limits"): a small batch leaves room for others in the minute's budget.
const fetchedAtOnce = 10
const askedAtOnce = 10
const costOfGet = 20

/** Whole messages with their labels: `raw` costs as much as any format and holds everything. */
export async function* fetchMessages(
  gmail: Gmail,
  ids: readonly string[],
  now: () => Date,
): AsyncGenerator<FetchedItem> {
  for (const answer of gets(gmail, {
    ids,
    format: 'raw',
    atOnce: fetchedAtOnce,
    doing: 'fetching messages',
  })) {
    for await (const part of answer.answers) {
      answer.open.delete(part.key)
      yield fetched(part, now())
    }
    // One without an answer is asked for again later.
    for (const id of answer.open) yield { id, kind: 'failed', reason: 'Google left it out of its answer' }
  }
}

interface BatchedGets {
  ids: readonly string[]
  format: string
  atOnce: number
  doing: string
}

function* gets(gmail: Gmail, { ids, format, atOnce, doing }: BatchedGets) {
  for (let from = 0; from < ids.length; from += atOnce) {
    const slice = ids.slice(from, from + atOnce)
    const calls = slice.map((id) => ({
      key: id,
      method: 'GET' as const,
      path: `messages/${id}`,
      query: { format },
      cost: costOfGet,
    }))
    yield { open: new Set(slice), answers: batch(gmail, calls, doing) }
  }
}

function fetched({ key: id, status, body }: GmailBatchAnswer, now: Date): FetchedItem {
  if (status === 404) return { id, kind: 'gone' }
  if (status !== 200) {
    const trouble = classifyPartAnswer(status, body, 'fetching messages', now)
    return { id, kind: 'failed', reason: trouble.message, trouble }
  }
  const message = readObject(parsed(body, 'fetching messages'))
  const receivedAt = readNumber(message['internalDate'])
  const raw = Buffer.from(readString(message['raw']), 'base64url')
  if (receivedAt === undefined || raw.length === 0)
    return { id, kind: 'failed', reason: 'Google sent a message without content' }
  const state = getState(readStrings(message['labelIds']))
  return { id, kind: 'message', raw, receivedAt: new Date(receivedAt), ...state }
}

/**
 * Maps the refusal of one part to an error. Throws errors that never concern one message: throttling, and the sign-in.
 * Single messages answer 500 for ever (lieer #79), or 400 and 403 where all others can be read.
 */
function classifyPartAnswer(status: number, body: string, doing: string, now: Date): ProviderError {
  const error = googleError({ status, headers: new Headers(), body }, doing, now)
  if (error.kind === 'throttled' || error.kind === 'expired-grant') throw error
  return error
}

/** The mailboxes and keywords of messages; see `AccountSession.states`. */
export async function fetchStates(
  gmail: Gmail,
  ids: readonly string[],
  now: () => Date,
): Promise<Map<string, ItemState | undefined>> {
  const states = new Map<string, ItemState | undefined>()
  for (const { answers, open } of gets(gmail, {
    ids,
    format: 'minimal',
    atOnce: askedAtOnce,
    doing: 'asking for messages',
  })) {
    for await (const { key, status, body } of answers) {
      open.delete(key)
      if (status === 404) continue
      if (status !== 200) {
        classifyPartAnswer(status, body, 'asking for messages', now())
        states.set(key, undefined)
        continue
      }
      const message = readObject(parsed(body, 'asking for messages'))
      states.set(key, getState(readStrings(message['labelIds'])))
    }
    // Silence is no evidence that a message is gone.
    for (const id of open) states.set(id, undefined)
  }
  return states
}
