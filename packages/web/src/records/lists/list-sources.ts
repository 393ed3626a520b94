import { emailListProperties, threadProperties, type Email, type SearchSnippet } from '@plmail/wire'
import { createBatch, resultOf, type Answers, type Batch, type Call, type Jmap } from '../../net/index.ts'
import { listKey, type ListName } from './list-name.ts'
import type { ListEntry } from './list-window.ts'
import type { MailRecords, ThreadRef } from '../mail/store.ts'

export interface ListSourcePage {
  entries: ListEntry[]
  total: number
  /** By this device, the server did not answer. */
  isKept?: true
  /** And it has the beginning of the list alone, whose length is `total` then. */
  isPart?: boolean
}

/** Messages that could not be asked for their words, and those whose attachments could not, because they are not read yet. */
export interface Unsearched {
  messages: number
  attachments: number
}

/** The source of a list. */
export interface ListSource {
  readonly key: string
  /** The mailbox of this account that the list shows; undefined when it shows none, or more than one. */
  mailboxIn(accountId: string): string | undefined
  /** Whether the conversation belongs in the list, judged by its loaded emails. */
  holds(ref: ThreadRef): boolean
  /** Returns the entry of a conversation that joins a list of one category. */
  entryOf?(ref: ThreadRef): ListEntry | undefined
  /** Watched. Of a search: how much mail could not be asked yet. */
  unsearched?(): Unsearched
  /** Watched. The matches of a search in the message, once the server has answered. */
  snippet?(accountId: string, emailId: string): SearchSnippet | undefined
  /** One page, its emails and threads put into the store; undefined when no answer came. */
  page(position: number, limit: number): Promise<ListSourcePage | undefined>
}

export interface SourceParts {
  jmap: Jmap
  store: MailRecords
}

export function listSource(
  { jmap, store }: SourceParts,
  name: ListName,
  accountIds: () => Promise<readonly string[]>,
): ListSource {
  const mailboxIn = mailboxOf(store, name)
  return {
    key: listKey(name),
    mailboxIn,
    holds: (ref) =>
      isOfCategory(store, name, ref) &&
      store.peekEmailsOf(ref).some((email) => isListed(store, { name, mailboxIn, threadRef: ref, email })),
    ...(name.category ? { entryOf: (ref: ThreadRef) => entryOf(store, name, mailboxIn, ref) } : {}),
    async page(position, limit) {
      const ids = 'role' in name ? await accountIds() : [name.accountId]
      const askedAt = store.mark()
      const batch = createBatch()
      const list = batch.add('List/query', { ...name, position, limit })
      const hydrations = ids.map((accountId) => hydrate(batch, accountId, list, name.category !== undefined))
      const answers = await jmap.send(batch)
      const answer = answers?.of(list)
      if (!answers || !answer?.ok) return undefined
      await Promise.all(
        hydrations.map((hydration) => keepHydrated({ jmap, store }, hydration, answers, askedAt)),
      )
      const entries = answer.value.items.map(({ accountId, threadId, emailId, listedAt }) => ({
        accountId,
        threadId,
        emailId,
        newestAt: listedAt,
      }))
      return { entries, total: answer.value.total }
    },
  }
}

/** Views of everything outside Trash and Spam have no mailbox of their own. */
const isView = (name: ListName): boolean => 'role' in name && (name.role === 'flagged' || name.role === 'all')

function mailboxOf(store: MailRecords, name: ListName): (accountId: string) => string | undefined {
  return (accountId) => {
    if (isView(name)) return undefined
    if ('role' in name) return store.mailboxWithRole(accountId, name.role)?.id
    return name.accountId === accountId ? name.mailboxId : undefined
  }
}

interface ListMembership {
  name: ListName
  mailboxIn: (accountId: string) => string | undefined
  threadRef: ThreadRef
  email: Email
}

/**
 * Returns whether an email is listed. One read meanwhile stays in a list of unread mail until the list is fetched
 * again: nobody is to lose their place.
 */
function isListed(
  store: MailRecords,
  { name, mailboxIn, threadRef: { accountId }, email }: ListMembership,
): boolean {
  if (isView(name)) {
    const away = [store.mailboxWithRole(accountId, 'trash')?.id, store.mailboxWithRole(accountId, 'junk')?.id]
    const isAway = Object.keys(email.mailboxIds).every((id) => away.includes(id))
    const isWanted = 'role' in name && (name.role === 'all' || email.keywords['$flagged'] === true)
    return isWanted && !isAway
  }
  const mailboxId = mailboxIn(accountId)
  const isThere = mailboxId !== undefined && email.mailboxIds[mailboxId] === true
  return isThere || ('role' in name && name.role === 'inbox' && email.followUp?.isDue === true)
}

/**
 * Returns whether a conversation is in the list's category. Where its category is unknown, the list that contained it
 * is believed.
 */
function isOfCategory(store: MailRecords, { category }: ListName, ref: ThreadRef): boolean {
  return category === undefined || (store.peekCategory(ref) ?? category) === category
}

/** Returns the entry where the server will place it; a snoozed message that returned is sorted by its return. */
function entryOf(
  store: MailRecords,
  { category, isUnread }: ListName,
  mailboxIn: (accountId: string) => string | undefined,
  ref: ThreadRef,
): ListEntry | undefined {
  if (store.peekCategory(ref) !== category) return undefined
  const mailboxId = mailboxIn(ref.accountId)
  const emails = store
    .peekEmailsOf(ref)
    .filter(({ mailboxIds }) => mailboxId !== undefined && mailboxIds[mailboxId])
  const newest = emails.at(-1)
  if (!newest || (isUnread && emails.every(({ keywords }) => keywords['$seen']))) return undefined
  const { accountId, threadId } = ref
  const newestAt = newest.snoozed?.wokenAt ?? newest.receivedAt
  return { accountId, threadId, emailId: newest.id, newestAt }
}

export interface Hydration {
  accountId: string
  threads: Call<'Thread/get'>
  emails: Call<'Email/get'>
}

/** Newest email → its thread → all its emails, in the same round trip (the example of RFC 8621 §4.10). */
function hydrate(batch: Batch, accountId: string, list: Call<'List/query'>, isSplit: boolean): Hydration {
  const ids = resultOf(list, `/byAccount/${accountId}`)
  const newest = batch.add('Email/get', { accountId, '#ids': ids, properties: ['threadId'] })
  const threads = batch.add('Thread/get', {
    accountId,
    '#ids': resultOf(newest, '/list/*/threadId'),
    // Costs the server a look at every conversation of the page.
    ...(isSplit ? { properties: threadProperties } : {}),
  })
  const emails = batch.add('Email/get', {
    accountId,
    '#ids': resultOf(threads, '/list/*/emailIds'),
    properties: emailListProperties,
  })
  return { accountId, threads, emails }
}

/** An account without mail on the page answers with an unresolvable reference, which asks for nothing. */
export async function keepHydrated(
  { jmap, store }: SourceParts,
  { accountId, threads, emails }: Hydration,
  answers: Answers,
  askedAt: number,
): Promise<void> {
  const loadedThreads = answers.of(threads)
  const loadedEmails = answers.of(emails)
  if (loadedThreads.ok) store.putThreads(accountId, loadedThreads.value)
  if (loadedEmails.ok) store.putEmails(accountId, loadedEmails.value, askedAt)
  else if (loadedThreads.ok && loadedEmails.error.type === 'requestTooLarge') {
    const { emailsInPieces } = await import('../mail/emails-in-pieces.ts')
    await emailsInPieces(jmap, store, accountId, loadedThreads.value.list, emailListProperties)
  }
}
