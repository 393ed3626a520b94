import type { Category, Email, Mailbox, MailboxRole, Thread, ThreadCategory } from '@plmail/wire'
import { createChosenCategories } from './chosen-categories.ts'
import { createEmails, type Pending } from './emails.ts'
import { threadKey, type ThreadKey, type ThreadRef } from './thread-ref.ts'
import { createTopics } from '../core/topic.ts'

export { threadKey } from './thread-ref.ts'
export type { ThreadKey, ThreadRef } from './thread-ref.ts'

/**
 * Plain records outside reactivity: components watch topics (a thread, an account's mailboxes) and read what is
 * there. A thread's topic stands for the thread and all its emails, because rows and panes show them together.
 */
export interface MailRecords {
  /** The thread's loaded emails, oldest first; watched. Empty while unknown. */
  emailsOf(ref: ThreadRef): Email[]
  /** The same for code that must not become dependent. */
  peekEmailsOf(ref: ThreadRef): Email[]
  email(accountId: string, id: string): Email | undefined
  knowsThread(ref: ThreadRef): boolean
  /** Watched. The category of the conversation, and why it is in it; undefined while unknown. */
  category(ref: ThreadRef): ThreadCategory | undefined
  /** The same for code that must not become dependent. */
  peekCategory(ref: ThreadRef): Category | undefined
  /** Conversations that were put into another category here, and the server does not know yet. */
  recategorised(): ThreadRef[]
  mailboxes(accountId: string): readonly Mailbox[]
  /** The same for code that must not become dependent. */
  peekMailboxes(accountId: string): readonly Mailbox[]
  mailbox(accountId: string, id: string): Mailbox | undefined
  mailboxWithRole(accountId: string, role: MailboxRole): Mailbox | undefined
  mark(): number
  putEmails(accountId: string, answer: AnsweredEmails<Partial<Email> & { id: string }>, askedAt: number): void
  putThreads(accountId: string, answer: AnsweredEmails<Thread>): void
  putMailboxes(accountId: string, answer: AnsweredEmails<Mailbox>, isAll: boolean): void
  removeEmails(accountId: string, ids: readonly string[]): void
  removeThreads(accountId: string, ids: readonly string[]): void
  removeMailboxes(accountId: string, ids: readonly string[]): void
  apply(pending: Pending): void
  /** `state` is the account's by then, where it is known. */
  confirm(pending: Pending, ids: Iterable<string>, state?: string): void
  drop(pending: Pending, ids: Iterable<string>): void
  /** Whether something decided here of the conversation is not with the server yet. */
  isPending(ref: ThreadRef): boolean
  isNewerHere(ref: ThreadRef, emailId: string, askedAt: number): boolean
  /** The thread with all its emails as the server last reported them; undefined unless all of them are in the store. */
  confirmed(ref: ThreadRef): { thread: Thread; emails: Email[] } | undefined
  /** Adds conversations from the disk, except those that the server has reported meanwhile. */
  restoreThreads(stored: readonly { accountId: string; thread: Thread; emails: readonly Email[] }[]): void
  /** These changed on the server: copies of them, as on the disk, are out of date. */
  outdate(accountId: string, emailIds: readonly string[], threadIds: readonly string[]): void
  /** Called with the conversations a local change touched, after it was applied, confirmed or dropped. Answers how to end it. */
  onLocalChange(listener: (refs: readonly ThreadRef[]) => void): () => void
  /** Called with conversations that the server reports in another category than before. */
  onRecategorised(listener: (refs: readonly ThreadRef[]) => void): void
  onReport(listener: RecordsListener): void
  onDoubt(listener: DoubtListener): void
  knownEmails(accountId: string, ids: readonly string[]): string[]
  knownThreads(accountId: string, ids: readonly string[]): string[]
  forgetAccount(accountId: string): void
}

/** A part of an answer of the server, and the state for which it is true. */
interface AnsweredEmails<T> {
  readonly state: string
  readonly list: readonly T[]
}

/**
 * Hears in which state of an account something was told that is held from now on, or of which email others may know
 * something newer: nothing else would ask for it again.
 */
type DoubtListener = (accountId: string, state: number, emailId?: string) => void

/** Hears what the server reports, as it comes in. */
interface RecordsListener {
  threads(refs: readonly ThreadRef[]): void
  mailboxes(accountId: string): void
  outdated(accountId: string, emailIds: readonly string[], threadIds: readonly string[]): void
  forgotten(accountId: string): void
}

/** Beyond this, conversations nobody watches go, oldest first. */
const maxThreads = 3_000

export function createStore(most = maxThreads): MailRecords {
  let doubt: DoubtListener = () => undefined
  const emails = createEmails((accountId, id) => doubt(accountId, Infinity, id))
  const topics = createTopics()
  const threads = new Map<ThreadKey, Thread>()
  /** Emails whose thread has not been loaded yet still make a row: the newest one stands for it. */
  const loose = new Map<ThreadKey, Set<string>>()
  const mailboxes = new Map<string, Map<string, Mailbox>>()
  const sorted = new Map<string, readonly Mailbox[]>()
  const listeners = new Set<(refs: readonly ThreadRef[]) => void>()
  const recategorised = new Set<(refs: readonly ThreadRef[]) => void>()
  const chosen = createChosenCategories((accountId, id) => emails.get(accountId, id)?.threadId)
  const reportListeners = new Set<RecordsListener>()

  function peekEmailsOf(ref: ThreadRef): Email[] {
    const key = threadKey(ref)
    const ids = threads.get(key)?.emailIds ?? [...(loose.get(key) ?? [])]
    return ids.flatMap((id) => emails.get(ref.accountId, id) ?? [])
  }

  function touchThreads(refs: Iterable<ThreadRef>): void {
    for (const ref of refs) topics.touch(threadKey(ref))
  }

  function refsOf(accountId: string, touched: readonly Email[]): ThreadRef[] {
    return [...new Set(touched.map(({ threadId }) => threadId))].map((threadId) => ({ accountId, threadId }))
  }

  const emailsIn = ({ accountId, changes }: Pending): Email[] =>
    [...changes.keys()].flatMap((id) => emails.get(accountId, id) ?? [])

  /** Runs a step of a local change and notifies the lists of the conversations that it changed. */
  function locally(pending: Pending, step: () => void): void {
    const before = emailsIn(pending)
    step()
    const refs = refsOf(pending.accountId, [...before, ...emailsIn(pending)])
    touchThreads(refs)
    for (const listener of listeners) listener(refs)
  }

  function trim(): void {
    if (threads.size <= most) return
    for (const [key, thread] of threads) {
      if (threads.size <= most) return
      const accountId = key.slice(0, key.indexOf('/'))
      const isPending = thread.emailIds.some((id) => emails.isPending(accountId, id))
      if (isPending || topics.isWatched(key)) continue
      threads.delete(key)
      emails.forget(accountId, thread.emailIds)
    }
  }

  function notifyThreads(refs: readonly ThreadRef[]): void {
    for (const listener of reportListeners) listener.threads(refs)
  }

  function peekCategory(ref: ThreadRef): Category | undefined {
    return chosen.of(ref) ?? threads.get(threadKey(ref))?.category?.name
  }

  function putThread(accountId: string, thread: Thread, state: number): void {
    const ref = { accountId, threadId: thread.id }
    const key = threadKey(ref)
    const current = threads.get(key)
    threads.delete(key)
    threads.set(key, chosen.merge(ref, thread, current, state))
    loose.delete(key)
    topics.touch(key)
  }

  function mailboxesChanged(accountId: string): void {
    const all = [...(mailboxes.get(accountId)?.values() ?? [])]
    sorted.set(
      accountId,
      all.sort((a, b) => a.sortOrder - b.sortOrder || a.name.localeCompare(b.name)),
    )
    topics.touch(accountId)
    for (const listener of reportListeners) listener.mailboxes(accountId)
  }

  return {
    emailsOf(ref) {
      topics.watch(threadKey(ref))
      return peekEmailsOf(ref)
    },
    peekEmailsOf,
    email: emails.get,
    knowsThread(ref) {
      topics.watch(threadKey(ref))
      return threads.has(threadKey(ref))
    },
    category(ref) {
      topics.watch(threadKey(ref))
      const name = chosen.of(ref)
      return name ? byHand(name) : threads.get(threadKey(ref))?.category
    },
    peekCategory,
    recategorised: chosen.refs,
    mailboxes(accountId) {
      topics.watch(accountId)
      return sorted.get(accountId) ?? []
    },
    peekMailboxes: (accountId) => sorted.get(accountId) ?? [],
    mailbox(accountId, id) {
      topics.watch(accountId)
      return mailboxes.get(accountId)?.get(id)
    },
    mailboxWithRole(accountId, role) {
      topics.watch(accountId)
      return sorted.get(accountId)?.find((mailbox) => mailbox.role === role)
    },
    mark: emails.mark,
    putEmails(accountId, { list, state }, askedAt) {
      const stored = emails.put(accountId, list, askedAt, Number(state))
      for (const email of stored) {
        const key = threadKey({ accountId, threadId: email.threadId })
        if (threads.has(key)) continue
        loose.set(key, (loose.get(key) ?? new Set()).add(email.id))
      }
      const refs = refsOf(accountId, stored)
      touchThreads(refs)
      notifyThreads(refs)
      doubt(accountId, Number(state))
    },
    putThreads(accountId, { list, state }) {
      const refs = list.map(({ id }) => ({ accountId, threadId: id }))
      const before = refs.map(peekCategory)
      for (const thread of list) putThread(accountId, thread, Number(state))
      const moved = refs.filter((ref, at) => before[at] !== undefined && before[at] !== peekCategory(ref))
      trim()
      notifyThreads(refs)
      if (moved.length > 0) for (const listener of recategorised) listener(moved)
      doubt(accountId, Number(state))
    },
    confirmed(ref) {
      const thread = threads.get(threadKey(ref))
      const emailsOfThread = thread?.emailIds.map((id) => emails.confirmed(ref.accountId, id))
      if (!thread || !emailsOfThread) return undefined
      const whole = emailsOfThread.flatMap((email) => email ?? [])
      return whole.length === emailsOfThread.length ? { thread, emails: whole } : undefined
    },
    restoreThreads(stored) {
      for (const { accountId, thread, emails: storedEmails } of stored) {
        if (threads.has(threadKey({ accountId, threadId: thread.id }))) continue
        const unknown = storedEmails.filter(({ id }) => emails.confirmed(accountId, id) === undefined)
        emails.put(accountId, unknown, emails.mark())
        putThread(accountId, thread, 0)
      }
      trim()
    },
    outdate(accountId, emailIds, threadIds) {
      for (const listener of reportListeners) listener.outdated(accountId, emailIds, threadIds)
    },
    putMailboxes(accountId, { list, state }, isAll) {
      const byId = isAll
        ? new Map<string, Mailbox>()
        : (mailboxes.get(accountId) ?? new Map<string, Mailbox>())
      for (const mailbox of list) byId.set(mailbox.id, { ...byId.get(mailbox.id), ...mailbox })
      mailboxes.set(accountId, byId)
      mailboxesChanged(accountId)
      doubt(accountId, Number(state))
    },
    removeEmails(accountId, ids) {
      touchThreads(refsOf(accountId, emails.remove(accountId, ids)))
    },
    removeThreads(accountId, ids) {
      for (const threadId of ids) {
        const key = threadKey({ accountId, threadId })
        threads.delete(key)
        loose.delete(key)
        topics.touch(key)
      }
    },
    removeMailboxes(accountId, ids) {
      for (const id of ids) mailboxes.get(accountId)?.delete(id)
      mailboxesChanged(accountId)
    },
    apply: (pending) =>
      locally(pending, () => {
        emails.apply(pending)
        chosen.apply(pending)
      }),
    confirm: (pending, ids, state) =>
      locally(pending, () => {
        const [stateNumber, done] = [state === undefined ? undefined : Number(state), [...ids]]
        emails.confirm(pending, done, stateNumber)
        for (const [key, category] of chosen.confirm(pending, done, stateNumber)) {
          const thread = threads.get(key)
          if (thread) threads.set(key, { ...thread, category: byHand(category) })
        }
        notifyThreads(refsOf(pending.accountId, emailsIn(pending)))
      }),
    drop: (pending, ids) =>
      locally(pending, () => {
        const left = [...ids]
        emails.drop(pending, left)
        chosen.drop(pending, left)
      }),
    isPending: ({ accountId, threadId }) =>
      threads
        .get(threadKey({ accountId, threadId }))
        ?.emailIds.some((id) => emails.isPending(accountId, id)) ?? false,
    isNewerHere(ref, emailId, askedAt) {
      const ids = threads.get(threadKey(ref))?.emailIds ?? [emailId]
      return ids.some((id) => emails.isNewerHere(ref.accountId, id, askedAt))
    },
    onLocalChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    onRecategorised: (listener) => void recategorised.add(listener),
    onReport: (listener) => void reportListeners.add(listener),
    onDoubt: (listener) => void (doubt = listener),
    knownEmails: (accountId, ids) => ids.filter((id) => emails.get(accountId, id) !== undefined),
    knownThreads: (accountId, ids) =>
      ids.filter((threadId) => threads.has(threadKey({ accountId, threadId }))),
    forgetAccount(accountId) {
      emails.forgetAccount(accountId)
      for (const key of threads.keys()) if (key.startsWith(`${accountId}/`)) threads.delete(key)
      for (const key of loose.keys()) if (key.startsWith(`${accountId}/`)) loose.delete(key)
      mailboxes.delete(accountId)
      mailboxesChanged(accountId)
      for (const listener of reportListeners) listener.forgotten(accountId)
    },
  }
}

/** Placeholder until the server reports the thread. */
const byHand = (name: Category): ThreadCategory => ({
  name,
  rule: 'hand',
  field: null,
  value: null,
  emailId: null,
})
