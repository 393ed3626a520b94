import type { Clock } from '../../kit/clock.ts'
import type { Random } from '../../kit/random.ts'
import { type Fetch, fetchWithin } from '../contract/allowed-origins.ts'
import { type Budget, createApi } from '../contract/api.ts'
import type { AccountSession } from '../contract/index.ts'
import type { AccessTokens } from '../contract/grant.ts'
import { googleError } from './classify.ts'
import type { GoogleEndpoints } from './endpoints.ts'
import { createGmail } from './gmail.ts'
import { createMailbox, deleteMailbox, listMailboxes, renameMailbox, subscribeMailbox } from './labels.ts'
import { fetchMessages, statesOf } from './messages.ts'
import { keepsKeyword } from './places.ts'
import { findByMessageId, newest, pull, total } from './pull.ts'
import { pushOf } from './push.ts'
import { send } from './send.ts'
import { append } from './upload.ts'
import { destroy, labelsFor, place, setKeyword } from './write.ts'

export interface GoogleSessionNeeds {
  endpoints: GoogleEndpoints
  fetch: Fetch
  tokens: AccessTokens
  /** Quota units. */
  budget: Budget
  clock: Clock
  random: Random
}

/** A mailbox by the Gmail API. It holds no connection: closing it does nothing. */
export function createGoogleSession({
  endpoints,
  fetch,
  tokens,
  budget,
  clock,
  random,
}: GoogleSessionNeeds): AccountSession {
  const now = () => clock.now()
  const origins = [endpoints.gmail, endpoints.gmailBatch, endpoints.gmailUpload]
  const api = createApi({
    fetch: fetchWithin(fetch, origins),
    tokens,
    budget,
    classify: (answer, doing) => googleError(answer, doing, now()),
  })
  const gmail = createGmail(api, endpoints, random)
  return {
    names: 'in-account',
    foldersPerMessage: null,
    keeps: keepsKeyword,
    cursors: () => [null],
    listMailboxes: () => listMailboxes(gmail),
    pull: (_cursor, position, isKnown) => pull(gmail, position, isKnown),
    fetch: (ids) => fetchMessages(gmail, ids, now),
    states: (ids) => statesOf(gmail, ids, now),
    newest: () => newest(gmail),
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
    push: pushOf(gmail),
    close: async () => {},
  }
}
