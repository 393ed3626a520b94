import type { AccountSession } from '../contract/index.ts'
import { createMailbox, deleteMailbox, listMailboxes, renameMailbox, subscribeMailbox } from './labels.ts'
import { fetchMessages, fetchStates } from './messages.ts'
import { type GoogleSessionNeeds, openGmail } from './open-gmail.ts'
import { keepsKeyword } from './places.ts'
import { findByMessageId, newest, pull, total } from './pull.ts'
import { createPush } from './push.ts'
import { send } from './send.ts'
import { append } from './upload.ts'
import { destroy, labelsFor, place, setKeyword } from './write.ts'

/** A mailbox by the Gmail API. It holds no connection: closing it does nothing. */
export function createGoogleSession(needs: GoogleSessionNeeds): AccountSession {
  const now = () => needs.clock.now()
  const gmail = openGmail(needs)
  return {
    names: 'in-account',
    foldersPerMessage: null,
    keeps: keepsKeyword,
    cursors: () => [null],
    listMailboxes: () => listMailboxes(gmail),
    pull: (_cursor, position, isKnown) => pull(gmail, position, isKnown),
    fetch: (ids) => fetchMessages(gmail, ids, now),
    states: (ids) => fetchStates(gmail, ids, now),
    newest: () => newest(gmail, now),
    setKeyword: (ids, keyword, present) => setKeyword(gmail, ids, keyword, present, now),
    place: (ids, change) => place(gmail, ids, change, now),
    destroy: (ids) => destroy(gmail, ids),
    append: (mailboxes, raw, keywords) =>
      append(gmail, labelsFor(mailboxes, keywords), raw, mailboxes.includes('DRAFT')),
    createMailbox: (name, parent) => createMailbox(gmail, name, parent),
    renameMailbox: (id, name, parent) => renameMailbox(gmail, id, name, parent),
    subscribeMailbox: (id, isSubscribed) => subscribeMailbox(gmail, id, isSubscribed),
    deleteMailbox: (id) => deleteMailbox(gmail, id),
    quotas: async () => [], // Gmail does not tell; the storage is shared with other products
    findByMessageId: (messageId) => findByMessageId(gmail, messageId),
    send: (raw, handOver) => send(gmail, raw, handOver),
    total: () => total(gmail),
    push: createPush(gmail),
    close: async () => {},
  }
}
