import { fetchWithin } from '../contract/allowed-origins.ts'
import type { AccountSession } from '../contract/index.ts'
import { importMessage } from './import.ts'
import type { MailFormat } from './graph-messages.ts'
import { createMailbox, deleteMailbox, listMailboxes, renameMailbox } from './folders.ts'
import { fetchMessages, fetchStates } from './messages.ts'
import { toRefusal } from './assemble-message.ts'
import { type GraphNeeds, openGraph } from './open-graph.ts'
import { isCategory, keywordPatch } from './places.ts'
import { findByMessageId, newest, pull } from './pull.ts'
import { rebuildMessage } from './rebuild.ts'
import { createPush } from './push.ts'
import { appendDraft, send } from './send.ts'
import { destroy, place, setKeyword } from './write.ts'

export interface MicrosoftSessionNeeds extends GraphNeeds {
  mailFormat: MailFormat
}

/** A mailbox by Microsoft Graph. It holds no connection: closing it does nothing. */
export function createMicrosoftSession({ mailFormat, ...needs }: MicrosoftSessionNeeds): AccountSession {
  const { endpoints, fetch, clock } = needs
  const now = () => clock.now()
  const graph = openGraph(needs)
  // An upload's address is its own proof: no token goes to these hosts.
  const assembling = { graph, mailFormat, put: fetchWithin(fetch, endpoints.uploadOrigins) }
  return {
    names: 'in-account',
    foldersPerMessage: 1,
    keeps: (keyword) => keywordPatch(keyword, true) !== undefined,
    cursors: (listed) => listed.flatMap(({ remoteId }) => (isCategory(remoteId) ? [] : [remoteId])),
    listMailboxes: () => listMailboxes(graph),
    pull: (cursor, position) => pull(graph, cursor ?? 'inbox', position),
    fetch: (ids) => fetchMessages(graph, ids),
    rebuild: (id) => rebuildMessage(graph, id),
    states: (ids) => fetchStates(graph, ids, now),
    newest: () => newest(graph),
    setKeyword: (ids, keyword, present) => setKeyword(graph, ids, keyword, present, now),
    place: (ids, change) => place(graph, ids, change, now),
    destroy: (ids) => destroy(graph, ids, now),
    append: async (mailboxes, raw, keywords, receivedAt) => {
      const folder = mailboxes.find((mailbox) => !isCategory(mailbox))
      if (folder === undefined) throw toRefusal({ problem: 'mail-limit/microsoft-folder' })
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
    total: async () => (await listMailboxes(graph)).reduce((sum, mailbox) => sum + (mailbox.total ?? 0), 0),
    push: createPush(graph, clock),
    close: async () => {},
  }
}

const always = async () => true
