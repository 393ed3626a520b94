import type { Clock } from '../../kit/clock.ts'
import { type Fetch, fetchWithin } from '../contract/allowed-origins.ts'
import { createApi } from '../contract/api.ts'
import type { AccountSession } from '../contract/index.ts'
import type { AccessTokens } from '../contract/grant.ts'
import { graphError } from './classify.ts'
import type { MicrosoftEndpoints } from './endpoints.ts'
import { importMessage } from './import.ts'
import type { Letters } from './letters.ts'
import { createMailbox, deleteMailbox, listMailboxes, renameMailbox } from './folders.ts'
import { createGraph } from './graph.ts'
import { fetchMessages, statesOf } from './messages.ts'
import { refused } from './assemble.ts'
import { isCategory, keywordPatch } from './places.ts'
import { findByMessageId, pull } from './pull.ts'
import { pushOf } from './push.ts'
import { appendDraft, send } from './send.ts'
import { destroy, place, setKeyword } from './write.ts'

export interface MicrosoftSessionNeeds {
  endpoints: MicrosoftEndpoints
  fetch: Fetch
  tokens: AccessTokens
  clock: Clock
  letters: Letters
}

/** A mailbox by Microsoft Graph. It holds no connection: closing it does nothing. */
export function createMicrosoftSession({
  endpoints,
  fetch,
  tokens,
  clock,
  letters,
}: MicrosoftSessionNeeds): AccountSession {
  const now = () => clock.now()
  const api = createApi({
    // Links to follow come out of answers: no token leaves Graph's own address.
    fetch: fetchWithin(fetch, [endpoints.graph]),
    tokens,
    // Graph counts requests in flight, not units (graph.ts).
    budget: { take: async () => {} },
    classify: (answer, doing) => graphError(answer, doing, now()),
  })
  const graph = createGraph(api, endpoints.graph, now)
  // An upload's address is its own proof: no token goes to these hosts.
  const assembling = { graph, letters, put: fetchWithin(fetch, endpoints.uploadOrigins) }
  return {
    names: 'in-account',
    foldersPerMessage: 1,
    keeps: (keyword) => keywordPatch(keyword, true) !== undefined,
    cursors: (listed) => listed.flatMap(({ remoteId }) => (isCategory(remoteId) ? [] : [remoteId])),
    listMailboxes: () => listMailboxes(graph),
    pull: (cursor, position) => pull(graph, cursor ?? 'inbox', position),
    fetch: (ids) => fetchMessages(graph, ids),
    states: (ids) => statesOf(graph, ids, now),
    setKeyword: (ids, keyword, present) => setKeyword(graph, ids, keyword, present, now),
    place: (ids, change) => place(graph, ids, change, now),
    destroy: (ids) => destroy(graph, ids, now),
    append: async (mailboxes, raw, keywords, receivedAt) => {
      const folder = mailboxes.find((mailbox) => !isCategory(mailbox))
      if (folder === undefined) throw refused('Microsoft keeps every message in a folder.')
      if (keywords.includes('$draft')) return appendDraft(assembling, folder, raw)
      return importMessage(assembling, { folder, mailboxes }, raw, keywords, receivedAt)
    },
    createMailbox: (name, parent) => createMailbox(graph, name, parent),
    renameMailbox: (id, name, parent) => renameMailbox(graph, id, name, parent),
    subscribeMailbox: async () => {}, // Exchange shows every folder
    deleteMailbox: (id) => deleteMailbox(graph, id),
    quotas: async () => [],
    findByMessageId: (messageId) => findByMessageId(graph, messageId),
    send: (raw, handOver = always) => send(assembling, raw, handOver),
    total: async () => (await listMailboxes(graph)).reduce((sum, one) => sum + (one.total ?? 0), 0),
    push: pushOf(graph, clock),
    close: async () => {},
  }
}

const always = async () => true
