import { emailListProperties, type SearchSnippet } from '@plmail/wire'
import { createBatch, resultOf, type Answers, type Batch, type Call } from '../../net/index.ts'
import {
  keepHydrated,
  type Hydration,
  type ListSource,
  type SourceParts,
  type Unsearched,
} from './list-sources.ts'
import type { ListEntry } from './list-window.ts'
import { createTopic } from '../core/topic.ts'

/** Asked for with one call; what belongs to so many conversations fits into one answer, as a rule. */
const pieceSize = 250

/**
 * Creates the source of a search, newest first over all accounts. Each account returns its newest conversations up to
 * the end of the page, and those are merged: one request, however many accounts. With a single account only the page is
 * requested.
 */
export function searchSource(
  { jmap, store }: SourceParts,
  query: string,
  accountIds: () => Promise<readonly string[]>,
): ListSource {
  const topic = createTopic()
  const snippets = new Map<string, SearchSnippet>()
  let unsearched: Unsearched = { messages: 0, attachments: 0 }

  /** Asked for once the rows are there, so that nobody waits for it: the server reads each of these messages. */
  async function mark(entries: readonly ListEntry[]): Promise<void> {
    const batch = createBatch()
    const calls = [...new Set(entries.map(({ accountId }) => accountId))].flatMap((accountId) => {
      const emailIds = entries.flatMap((entry) =>
        entry.accountId === accountId && !snippets.has(`${accountId}/${entry.emailId}`)
          ? [entry.emailId]
          : [],
      )
      return emailIds.length > 0
        ? [batch.add('SearchSnippet/get', { accountId, filter: { query }, emailIds })]
        : []
    })
    const answers = calls.length > 0 ? await jmap.send(batch) : undefined
    for (const call of calls) {
      const answer = answers?.of(call)
      if (!answer?.ok) continue
      for (const snippet of answer.value.list)
        snippets.set(`${answer.value.accountId}/${snippet.emailId}`, snippet)
    }
    if (answers) topic.touch()
  }

  return {
    key: `search?${query}`,
    mailboxIn: () => undefined,
    // Matches stay until the search runs again; only deleted conversations leave.
    holds: (ref) => store.peekEmailsOf(ref).length > 0,
    unsearched() {
      topic.watch()
      return unsearched
    },
    snippet(accountId, emailId) {
      topic.watch()
      return snippets.get(`${accountId}/${emailId}`)
    },
    async page(position, limit) {
      const askedAt = store.mark()
      const batch = createBatch()
      const ids = await accountIds()
      const start = ids.length > 1 ? 0 : position
      const requests = ids.flatMap((accountId) =>
        piecesOf(start, position + limit).map((piece) => ask(batch, accountId, query, piece)),
      )
      if (requests.length === 0) return { entries: [], total: 0 }
      const answers = await jmap.send(batch)
      const results =
        answers &&
        (await Promise.all(
          requests.map((request) => answerOf({ jmap, store }, { request, answers, askedAt, start })),
        ))
      if (!results || results.includes(undefined)) return undefined
      const whole = results.flatMap((answered) => answered ?? [])
      unsearched = {
        messages: whole.reduce((sum, result) => sum + result.unsearched.messages, 0),
        attachments: whole.reduce((sum, result) => sum + result.unsearched.attachments, 0),
      }
      topic.touch()
      const entries = whole
        .flatMap((result) => result.entries)
        .toSorted((a, b) => (a.newestAt < b.newestAt ? 1 : -1))
      const shown = entries.slice(position - start, position - start + limit)
      void mark(shown)
      return {
        entries: shown,
        total: whole.reduce((sum, result) => sum + result.total, 0),
      }
    },
  }
}

interface Piece {
  position: number
  limit: number
}

function piecesOf(start: number, end: number): Piece[] {
  const pieces: Piece[] = []
  for (let position = start; position < end; position += pieceSize)
    pieces.push({ position, limit: Math.min(pieceSize, end - position) })
  return pieces
}

interface SearchRequest extends Hydration {
  position: number
  matches: Call<'Email/query'>
  newest: Call<'Email/get'>
}

function ask(batch: Batch, accountId: string, query: string, { position, limit }: Piece): SearchRequest {
  const matchQuery = batch.add('Email/query', {
    accountId,
    filter: { query },
    collapseThreads: true,
    calculateTotal: true,
    sort: [{ property: 'receivedAt', isAscending: false }],
    position,
    limit,
  })
  const ids = resultOf(matchQuery, '/ids')
  const newest = batch.add('Email/get', { accountId, '#ids': ids, properties: ['threadId', 'receivedAt'] })
  const threads = batch.add('Thread/get', { accountId, '#ids': resultOf(newest, '/list/*/threadId') })
  const all = resultOf(threads, '/list/*/emailIds')
  const emails = batch.add('Email/get', { accountId, '#ids': all, properties: emailListProperties })
  return { accountId, position, matches: matchQuery, newest, threads, emails }
}

interface AnsweredSearch {
  request: SearchRequest
  answers: Answers
  askedAt: number
  start: number
}

/** Undefined when the account could not be asked. */
async function answerOf(
  parts: SourceParts,
  { request, answers, askedAt, start }: AnsweredSearch,
): Promise<{ entries: ListEntry[]; total: number; unsearched: Unsearched } | undefined> {
  const { accountId, matches, newest } = request
  const [hits, heads] = [answers.of(matches), answers.of(newest)]
  if (!hits.ok) return undefined
  await keepHydrated(parts, request, answers, askedAt)
  const entries = (heads.ok ? heads.value.list : []).flatMap(({ id, threadId, receivedAt }) =>
    threadId && receivedAt ? [{ accountId, threadId, emailId: id, newestAt: receivedAt }] : [],
  )
  const { total, ids, notSearched = 0, attachmentsNotSearched = 0 } = hits.value
  // Every page reports the total.
  if (request.position > start) return { entries, total: 0, unsearched: { messages: 0, attachments: 0 } }
  const unsearched = { messages: notSearched, attachments: attachmentsNotSearched }
  return { entries, total: total ?? ids.length, unsearched }
}
