import { type AdminProviders, createAdminProviders } from './admin-providers.ts'
import { type AdminWebhooks, createAdminWebhooks } from './admin-webhooks.ts'
import type { JobEvent, MailboxRole, StateChange } from '@plmail/wire'
import type { Http, Jmap } from '../net/index.ts'
import { createAccounts, createAdminJobs, type Accounts, type AdminJobs } from './accounts.ts'
import { type AppPasswords, createAppPasswords } from './app-passwords.ts'
import { createThreadList, type ThreadList } from './list.ts'
import { mailboxSource, roleSource, type ListSource } from './list-sources.ts'
import { mailboxFor } from './mailboxes.ts'
import { createReading, type Reading } from './reading.ts'
import { createStore, type Store } from './store.ts'
import { createSync } from './sync.ts'

/** Which list: one role over all accounts, or one mailbox. */
export type ListName = { role: MailboxRole } | { accountId: string; mailboxId: string }

export interface Records {
  store: Store
  accounts: Accounts
  adminJobs: AdminJobs
  adminProviders: AdminProviders
  adminWebhooks: AdminWebhooks
  appPasswords: AppPasswords
  reading: Reading
  /** The list of that name; the last few stay filled, so that going back is instant. */
  list(name: ListName): ThreadList
  /** The account's mailbox of that role, made under `name` when it has none. */
  mailboxFor(accountId: string, role: MailboxRole, name: string): Promise<string | undefined>
  changed(change: StateChange): void
  progressed(job: JobEvent): void
  catchUp(): Promise<void>
}

export interface RecordsParts {
  http: Http
  jmap: Jmap
  /** Resolves after the pause between two rounds of following. */
  pause: () => Promise<void>
}

/** Lists kept filled and true besides the one on screen. */
const keptLists = 4

export function createRecords({ http, jmap, pause }: RecordsParts): Records {
  const store = createStore()
  const lists = new Map<string, ThreadList>()
  const followed = new Set<string>()
  const accounts = createAccounts(http, () => void followAccounts())
  const sync = createSync({
    jmap,
    store,
    mounted: () => lists.values(),
    onUnknownAccount: () => void accounts.load(),
    pause,
  })

  async function accountIds(): Promise<readonly string[]> {
    await accounts.loaded()
    return accounts.ids()
  }

  let isFirstAnswer = true
  async function followAccounts(): Promise<void> {
    const ids = new Set(accounts.ids())
    const added = [...ids].filter((id) => !followed.has(id))
    for (const id of followed) if (!ids.has(id)) sync.end(id)
    const hasLeft = [...followed].some((id) => !ids.has(id))
    followed.clear()
    for (const id of ids) followed.add(id)
    await Promise.all(added.map((id) => sync.begin(id)))
    // Lists wait for the first answer by themselves.
    const isNews = !isFirstAnswer && (hasLeft || added.length > 0)
    isFirstAnswer = false
    if (isNews) await Promise.all([...lists.values()].map((list) => list.refresh()))
  }

  store.onLocalChange((refs) => {
    for (const list of lists.values()) list.reconsider(refs)
  })

  function sourceOf(name: ListName): ListSource {
    if ('role' in name) return roleSource({ jmap, store }, name.role, accountIds)
    return mailboxSource({ jmap, store }, name.accountId, name.mailboxId)
  }

  return {
    store,
    accounts,
    adminJobs: createAdminJobs(http),
    adminProviders: createAdminProviders(http),
    adminWebhooks: createAdminWebhooks(http),
    appPasswords: createAppPasswords(http),
    reading: createReading(jmap, store),
    list(name) {
      const key = 'role' in name ? name.role : `${name.accountId}/${name.mailboxId}`
      const list = lists.get(key) ?? createThreadList(store, sourceOf(name))
      lists.delete(key)
      lists.set(key, list)
      const oldest = lists.keys().next()
      if (lists.size > keptLists && !oldest.done) lists.delete(oldest.value)
      return list
    },
    mailboxFor: (accountId, role, name) => mailboxFor(jmap, store, accountId, role, name),
    changed: sync.changed,
    progressed: accounts.progress,
    catchUp: sync.catchUp,
  }
}
