import { emailListProperties, type Email, type MailboxRole } from '@plmail/wire'
import { createBatch, resultOf, type Answers, type Batch, type Call, type Jmap } from '../net/index.ts'
import type { ListEntry } from './list-window.ts'
import type { Store, ThreadRef } from './store.ts'

export interface Page {
  entries: ListEntry[]
  total: number
}

/** Where a list comes from: one role over all accounts, or one mailbox. */
export interface ListSource {
  readonly key: string
  /** Which mailbox of this account the list shows; undefined when it shows none. */
  mailboxIn(accountId: string): string | undefined
  /** One page, its emails and threads put into the store; undefined when no answer came. */
  page(position: number, limit: number): Promise<Page | undefined>
}

interface SourceParts {
  jmap: Jmap
  store: Store
}

export function roleSource(
  { jmap, store }: SourceParts,
  role: MailboxRole,
  accountIds: () => Promise<readonly string[]>,
): ListSource {
  return {
    key: role,
    mailboxIn: (accountId) => store.mailboxWithRole(accountId, role)?.id,
    async page(position, limit) {
      const ids = await accountIds()
      const askedAt = store.mark()
      const batch = createBatch()
      const list = batch.add('List/query', { role, position, limit })
      const hydrations = ids.map((accountId) => hydrate(batch, accountId, list, `/byAccount/${accountId}`))
      const answers = await jmap.send(batch)
      const answer = answers?.of(list)
      if (!answers || !answer?.ok) return undefined
      for (const hydration of hydrations) keep(store, hydration, answers, askedAt)
      return { entries: answer.value.items, total: answer.value.total }
    },
  }
}

export function mailboxSource(
  { jmap, store }: SourceParts,
  accountId: string,
  mailboxId: string,
): ListSource {
  return {
    key: `${accountId}/${mailboxId}`,
    mailboxIn: (asked) => (asked === accountId ? mailboxId : undefined),
    async page(position, limit) {
      const askedAt = store.mark()
      const batch = createBatch()
      const query = batch.add('Email/query', {
        accountId,
        filter: { inMailbox: mailboxId },
        sort: [{ property: 'receivedAt', isAscending: false }],
        collapseThreads: true,
        position,
        limit,
        calculateTotal: true,
      })
      const hydration = hydrate(batch, accountId, query, '/ids')
      const answers = await jmap.send(batch)
      const answer = answers?.of(query)
      if (!answers || !answer?.ok) return undefined
      keep(store, hydration, answers, askedAt)
      const entries = answer.value.ids.flatMap((id) => entryOf(store, accountId, id))
      return { entries, total: answer.value.total ?? position + entries.length }
    },
  }
}

interface Hydration {
  accountId: string
  threads: Call<'Thread/get'>
  emails: Call<'Email/get'>
}

/** Newest email → its thread → all its emails, in the same round trip (the example of RFC 8621 §4.10). */
function hydrate(
  batch: Batch,
  accountId: string,
  ids: Call<'List/query' | 'Email/query'>,
  path: string,
): Hydration {
  const newest = batch.add('Email/get', { accountId, '#ids': resultOf(ids, path), properties: ['threadId'] })
  const threads = batch.add('Thread/get', { accountId, '#ids': resultOf(newest, '/list/*/threadId') })
  const emails = batch.add('Email/get', {
    accountId,
    '#ids': resultOf(threads, '/list/*/emailIds'),
    properties: emailListProperties,
  })
  return { accountId, threads, emails }
}

/** An account without mail on the page answers with an unresolvable reference, which asks for nothing. */
function keep(
  store: Store,
  { accountId, threads, emails }: Hydration,
  answers: Answers,
  askedAt: number,
): void {
  const loadedThreads = answers.of(threads)
  const loadedEmails = answers.of(emails)
  if (loadedThreads.ok) store.putThreads(accountId, loadedThreads.value.list)
  if (loadedEmails.ok) store.putEmails(accountId, loadedEmails.value.list, askedAt)
}

function entryOf(store: Store, accountId: string, emailId: string): ListEntry[] {
  const email: Email | undefined = store.email(accountId, emailId)
  if (!email) return []
  return [{ accountId, threadId: email.threadId, emailId, newestAt: email.receivedAt }]
}

/** Whether any loaded email of the thread is in the list's mailbox; unknown threads are taken as told. */
export function belongs(store: Store, source: ListSource, ref: ThreadRef): boolean {
  const mailboxId = source.mailboxIn(ref.accountId)
  return store.peekEmailsOf(ref).some((email) => mailboxId !== undefined && email.mailboxIds[mailboxId])
}
