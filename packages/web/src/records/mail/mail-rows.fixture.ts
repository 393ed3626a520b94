import type { Category, Email, Mailbox, MailboxRole } from '@plmail/wire'

export type OfAccount<T> = T & { accountId: string; chosen?: Category }

/** The mail of a small server: accounts with a mailbox for each role, one state for everything, a log of changes. */
export interface MailRows {
  /** Puts a message into the inbox of an account, as if it had just arrived; later calls are newer. */
  arrive(accountId: string, threadId?: string, keywords?: Record<string, true>): string
  email(id: string): OfAccount<Email> | undefined
  inboxOf(accountId: string): string
  mailboxWithRole(accountId: string, role: MailboxRole): Mailbox | undefined
  addMailbox(accountId: string, name: string, role: MailboxRole | null): string
  /** A flag set by somebody else, or taken away. */
  flag(id: string, keyword: string, isOn?: boolean): void
  /** Put into a category by somebody else, or by new mail. */
  categorise(id: string, category: Category): void
  categoryOf(threadId: string): Category
  /** Moved by somebody else. */
  move(id: string, mailboxId: string): void
  destroy(id: string): void
  /** Changes the message, or brings it back, to what is given. */
  put(email: OfAccount<Email>): void
  /** The emails of a list, newest first, one for each conversation. */
  listed(mailboxIds: readonly string[]): readonly OfAccount<Email>[]
  mailboxes(accountId: string): Mailbox[]
  mailboxIdsWithRole(role: unknown): string[]
  threadOf(id: string): string[]
  state(): string
  /** The changes as `Email/changes` and `Thread/changes` return them (RFC 8620 §5.2). */
  changesOf(
    accountId: string,
    since: number,
    type: 'Email' | 'Thread',
    most?: number,
  ): Record<string, unknown>
  /** Called after every write, whoever did it. */
  onWrite: () => void
  /** `changesOf` throws cannotCalculateChanges below this state. */
  forgottenBefore: number
}

type Kind = 'created' | 'updated' | 'destroyed'

export function mailRows(accountIds: readonly string[], roles: readonly MailboxRole[]): MailRows {
  let state = 1
  let counter = 0
  const emails = new Map<string, OfAccount<Email>>()
  const mailboxes = new Map<string, OfAccount<Mailbox>>()
  const log: { state: number; accountId: string; kind: Kind; id: string; threadId: string }[] = []

  function addMailbox(accountId: string, name: string, role: MailboxRole | null): string {
    const id = `L${String(mailboxes.size + 1)}`
    const counts = { totalEmails: 0, unreadEmails: 0, totalThreads: 0, unreadThreads: 0 }
    const rest = {
      parentId: null,
      sortOrder: 0,
      isSubscribed: true,
      hue: null,
      myRights: {} as Mailbox['myRights'],
    }
    mailboxes.set(id, { id, accountId, name, role, ...counts, ...rest })
    return id
  }

  for (const accountId of accountIds) for (const role of roles) addMailbox(accountId, role, role)

  const note = (kind: Kind, email: OfAccount<Email>): void => {
    state += 1
    log.push({ state, accountId: email.accountId, kind, id: email.id, threadId: email.threadId })
    rows.onWrite()
  }
  const mailboxWithRole = (accountId: string, role: MailboxRole) =>
    [...mailboxes.values()].find((mailbox) => mailbox.accountId === accountId && mailbox.role === role)
  const inboxOf = (accountId: string): string => mailboxWithRole(accountId, 'inbox')?.id ?? ''
  const inMailboxes = (ids: readonly string[]) =>
    [...emails.values()]
      .filter(({ mailboxIds }) => ids.some((id) => mailboxIds[id]))
      .sort((a, b) => (a.receivedAt < b.receivedAt ? 1 : -1))
  const newestPerThread = (ids: readonly string[]) => {
    const seen = new Set<string>()
    return inMailboxes(ids).filter(({ threadId }) => !seen.has(threadId) && seen.add(threadId))
  }

  function changesOf(accountId: string, since: number, type: 'Email' | 'Thread', most = Infinity) {
    if (since < rows.forgottenBefore) throw 'cannotCalculateChanges'
    const kinds = {
      created: new Set<string>(),
      updated: new Set<string>(),
      destroyed: new Set<string>(),
    }
    const reportedIds = new Set<string>()
    let [newState, hasMoreChanges] = [state, false]
    for (const entry of log) {
      if (entry.accountId !== accountId || entry.state <= since) continue
      const id = type === 'Thread' ? entry.threadId : entry.id
      hasMoreChanges = reportedIds.size === most && !reportedIds.has(id)
      if (hasMoreChanges) break
      newState = entry.state
      reportedIds.add(id)
      const kind = threadOf(id).length > 0 ? 'updated' : 'destroyed'
      kinds[type === 'Thread' ? kind : entry.kind].add(id)
    }
    if (!hasMoreChanges) newState = state
    const lists = Object.fromEntries(Object.entries(kinds).map(([kind, ids]) => [kind, [...ids]]))
    return { accountId, oldState: String(since), newState: String(newState), hasMoreChanges, ...lists }
  }

  /** A mailbox with its counts as they are now. */
  function counted({ accountId: _, ...mailbox }: OfAccount<Mailbox>): Mailbox {
    const inside = [...emails.values()].filter(({ mailboxIds }) => mailboxIds[mailbox.id])
    const unread = inside.filter(({ keywords }) => !keywords['$seen'])
    const threads = (some: readonly Email[]): number => new Set(some.map(({ threadId }) => threadId)).size
    return {
      ...mailbox,
      totalEmails: inside.length,
      unreadEmails: unread.length,
      totalThreads: threads(inside),
      unreadThreads: threads(unread),
    }
  }
  const mailboxesOf = (accountId: string): Mailbox[] =>
    [...mailboxes.values()].filter((box) => box.accountId === accountId).map(counted)
  const threadOf = (threadId: string): string[] =>
    [...emails.values()].filter((email) => email.threadId === threadId).map(({ id }) => id)

  const rows: MailRows = {
    arrive(accountId, threadId, keywords = {}) {
      counter += 1
      const id = `M${String(counter)}`
      const email = {
        accountId,
        id,
        threadId: threadId ?? `T${String(counter)}`,
        mailboxIds: { [inboxOf(accountId)]: true as const },
        keywords: { ...keywords },
        receivedAt: new Date(Date.UTC(2026, 0, 1) + counter * 60_000).toISOString(),
        subject: `Subject ${String(counter)}`,
        from: [{ name: 'Ada', email: 'ada@example.org' }],
        to: [],
        preview: '',
        hasAttachment: false,
        size: 1,
      }
      emails.set(id, email)
      note('created', email)
      return id
    },
    email: (id) => emails.get(id),
    inboxOf,
    mailboxWithRole,
    addMailbox,
    flag(id, keyword, isOn = true) {
      const email = emails.get(id)
      if (!email) return
      if (isOn) email.keywords[keyword] = true
      else delete email.keywords[keyword]
      note('updated', email)
    },
    categorise(id, category) {
      const email = emails.get(id)
      if (!email) return
      email.chosen = category
      note('updated', email)
    },
    categoryOf: (threadId) =>
      threadOf(threadId)
        .flatMap((id) => emails.get(id)?.chosen ?? [])
        .at(-1) ?? 'primary',
    move(id, mailboxId) {
      const email = emails.get(id)
      if (!email) return
      email.mailboxIds = { [mailboxId]: true }
      note('updated', email)
    },
    destroy(id) {
      const email = emails.get(id)
      emails.delete(id)
      if (email) note('destroyed', email)
    },
    put(email) {
      emails.set(email.id, email)
      note('updated', email)
    },
    listed: newestPerThread,
    mailboxes: mailboxesOf,
    mailboxIdsWithRole: (role) =>
      [...mailboxes.values()].filter((box) => box.role === role).map(({ id }) => id),
    threadOf,
    state: () => String(state),
    changesOf,
    onWrite: () => undefined,
    forgottenBefore: 0,
  }
  return rows
}
