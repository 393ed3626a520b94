import type { AccountView, Email, Invocation, Mailbox, MailboxRole } from '@plmail/wire'
import { createHttp, createJmap, createTokens, type Http, type Jmap } from '../net/index.ts'
import { scriptedServer, type Received, type Scripted } from '../net/scripted-server.fixture.ts'

type Args = Record<string, unknown>

/** A mail server small enough to read: accounts A1…, one state for everything, a log to answer `changes` from. */
export interface MailServer {
  http: Http
  jmap: Jmap
  received: Received[]
  /** Puts a message into the inbox of an account, as if it had just arrived; later calls are newer. */
  arrive(accountId: string, threadId?: string, keywords?: Record<string, true>): string
  email(id: string): Email | undefined
  inboxOf(accountId: string): string
  mailboxWithRole(accountId: string, role: MailboxRole): Mailbox | undefined
  /** A flag set by somebody else, or taken away. */
  flag(id: string, keyword: string, isOn?: boolean): void
  /** Moved by somebody else. */
  move(id: string, mailboxId: string): void
  destroy(id: string): void
  /** What a list shows, newest first: emails, one for each conversation. */
  listed(mailboxIds: readonly string[]): readonly (Email & { accountId: string })[]
  mailboxes(accountId: string): Mailbox[]
  threadOf(id: string): string[]
  state(): string
  /** Called after every write, whoever did it. */
  onWrite: () => void
  /**
   * The answers to what is asked of /jmap/api from now on wait until `release`: all, or those that ask for this first.
   * `passOthers`: no more of them.
   */
  hold(first?: string): { release(): void; passOthers(): void }
  isDown: boolean
  /** Every method fails, as while the database restarts. */
  isFailing: boolean
  /** Requests arrive and are done; their answers do not come back. */
  losesAnswers: boolean
  /** Email/set refuses these ids. */
  refused: Set<string>
  /** `changes` answers cannotCalculateChanges below this state. */
  forgottenBefore: number
}

const mostInGet = 1_000

export function mailServer(accountIds: readonly string[], roles: readonly MailboxRole[]): MailServer {
  let state = 1
  let counter = 0
  let gate: { first: string | undefined; opened: Promise<void> } | undefined
  const emails = new Map<string, Email & { accountId: string }>()
  const mailboxes = new Map<string, Mailbox & { accountId: string }>()
  const log: {
    state: number
    accountId: string
    kind: 'created' | 'updated' | 'destroyed'
    id: string
    threadId: string
  }[] = []
  const journal = new Map<string, Map<string, Email & { accountId: string }>>()
  const operations = new Map<string, Args>()
  let entries = 0

  for (const accountId of accountIds) for (const role of roles) addMailbox(accountId, role, role)

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

  const note = (kind: 'created' | 'updated' | 'destroyed', email: Email & { accountId: string }): void => {
    state += 1
    log.push({ state, accountId: email.accountId, kind, id: email.id, threadId: email.threadId })
    server.onWrite()
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

  function changesOf(accountId: string, since: number, isThread: boolean, most = Infinity): Args {
    if (since < server.forgottenBefore) throw 'cannotCalculateChanges'
    const kinds: Record<string, Set<string>> = {
      created: new Set(),
      updated: new Set(),
      destroyed: new Set(),
    }
    const told = new Set<string>()
    let [newState, hasMoreChanges] = [state, false]
    for (const entry of log) {
      if (entry.accountId !== accountId || entry.state <= since) continue
      const id = isThread ? entry.threadId : entry.id
      hasMoreChanges = told.size === most && !told.has(id)
      if (hasMoreChanges) break
      newState = entry.state
      told.add(id)
      const kind = threadOf(id).length > 0 ? 'updated' : 'destroyed'
      kinds[isThread ? kind : entry.kind]?.add(id)
    }
    if (!hasMoreChanges) newState = state
    const lists = Object.fromEntries(Object.entries(kinds).map(([kind, ids]) => [kind, [...ids]]))
    return { accountId, oldState: String(since), newState: String(newState), hasMoreChanges, ...lists }
  }

  /** A mailbox with its counts as they are now. */
  function counted({ accountId: _, ...mailbox }: Mailbox & { accountId: string }): Mailbox {
    const inside = [...emails.values()].filter(({ mailboxIds }) => mailboxIds[mailbox.id])
    const unread = inside.filter(({ keywords }) => !keywords['$seen'])
    const threads = (some: readonly Email[]): number => new Set(some.map(({ threadId }) => threadId)).size
    return {
      ...mailbox,
      ...{ totalEmails: inside.length, unreadEmails: unread.length },
      ...{ totalThreads: threads(inside), unreadThreads: threads(unread) },
    }
  }
  const mailboxesOf = (accountId: string): Mailbox[] =>
    [...mailboxes.values()].filter((box) => box.accountId === accountId).map(counted)
  const threadOf = (threadId: string): string[] =>
    [...emails.values()].filter((email) => email.threadId === threadId).map(({ id }) => id)

  /** What its client gave a name is done once (docs/jmap.md, journal extension). */
  function set(args: Args): Args {
    const name = `${String(args['accountId'])} ${String(args['operation'] ?? operations.size)}`
    const known = operations.get(name) ?? setNow(args)
    operations.set(name, known)
    return known
  }

  function setNow(args: Args): Args {
    const {
      accountId,
      update = {},
      destroy = [],
    } = args as {
      accountId: string
      update?: Record<string, Record<string, true | null>>
      destroy?: string[]
    }
    const notUpdated: Args = {}
    const before = new Map<string, Email & { accountId: string }>()
    for (const [id, patch] of Object.entries(update)) {
      const email = emails.get(id)
      if (!email || server.refused.has(id)) {
        notUpdated[id] = { type: 'forbidden', description: 'The provider said no.' }
        continue
      }
      before.set(id, structuredClone(email))
      for (const [path, value] of Object.entries(patch)) {
        const [field, name] = path.split('/') as ['keywords' | 'mailboxIds', string]
        if (value === null) delete email[field][name]
        else email[field][name] = value
      }
      note('updated', email)
    }
    for (const id of destroy) {
      const email = emails.get(id)
      emails.delete(id)
      if (email) note('destroyed', email)
    }
    const journalId = `J${String((entries += 1))}`
    journal.set(journalId, before)
    return { accountId, newState: String(state), updated: {}, notUpdated, destroyed: destroy, journalId }
  }

  function undo(ids: readonly string[]): Args {
    const notUndone: Args = {}
    const undone = ids.flatMap((id) => {
      const before = journal.get(id)
      journal.delete(id)
      if (!before) notUndone[id] = { type: 'alreadyUndone' }
      if (!before) return []
      for (const [emailId, email] of before) emails.set(emailId, email)
      for (const email of before.values()) note('updated', email)
      const [first] = before.values()
      return [
        {
          id,
          accountId: first?.accountId,
          restored: [...before.keys()],
          skipped: [],
          newState: String(state),
        },
      ]
    })
    return { undone, notUndone }
  }

  const get = (accountId: string, list: unknown[], notFound: readonly string[] = []): Args => ({
    accountId,
    state: String(state),
    list,
    notFound,
  })
  const methods: Record<string, (args: Args & { accountId: string; ids: string[] | null }) => Args> = {
    'Mailbox/get': ({ accountId, ids }) =>
      get(
        accountId,
        mailboxesOf(accountId).filter((box) => !ids || ids.includes(box.id)),
      ),
    'Mailbox/changes': ({ accountId, sinceState }) => ({
      ...changesOf(accountId, Number(sinceState), false),
      created: [],
      // Which of them is not worth a log here.
      updated: Number(sinceState) < state ? mailboxesOf(accountId).map(({ id }) => id) : [],
      destroyed: [],
    }),
    'Mailbox/set': ({ accountId, create }) => {
      const [key, wanted] =
        Object.entries(create as Record<string, { name: string; role: MailboxRole }>)[0] ?? []
      const id = addMailbox(accountId, wanted?.name ?? '', wanted?.role ?? null)
      return { accountId, newState: String(state), created: { [key ?? '']: { id } } }
    },
    'Email/get': ({ accountId, ids }) => {
      const wanted = [...new Set(ids)]
      if (wanted.length > mostInGet) throw 'requestTooLarge'
      const found = wanted.flatMap((id) => emails.get(id) ?? [])
      const missing = wanted.filter((id) => !emails.has(id))
      return get(accountId, structuredClone(found), missing)
    },
    'Email/changes': ({ accountId, sinceState, maxChanges }) =>
      changesOf(accountId, Number(sinceState), false, maxChanges as number | undefined),
    'Thread/changes': ({ accountId, sinceState, maxChanges }) =>
      changesOf(accountId, Number(sinceState), true, maxChanges as number | undefined),
    'Thread/get': ({ accountId, ids }) => {
      const wanted = [...new Set(ids)]
      const found = wanted.map((id) => ({ id, emailIds: threadOf(id) })).filter((one) => one.emailIds.length)
      return get(
        accountId,
        found,
        wanted.filter((id) => threadOf(id).length === 0),
      )
    },
    'Email/query': ({ accountId, filter, position, limit }) => {
      // A search finds everything here.
      const { inMailbox } = filter as { inMailbox?: string }
      const within = inMailbox === undefined ? mailboxesOf(accountId).map(({ id }) => id) : [inMailbox]
      const found = newestPerThread(within)
      const [from, count] = [position as number, limit as number]
      const ids = found.slice(from, from + count).map(({ id }) => id)
      return { accountId, ids, total: found.length, position, queryState: String(state) }
    },
    'List/query': ({ role, mailboxId, position, limit }) => {
      const isListed = (box: Mailbox) => (mailboxId === undefined ? box.role === role : box.id === mailboxId)
      const found = newestPerThread([...mailboxes.values()].filter(isListed).map(({ id }) => id))
      const [from, count] = [position as number, limit as number]
      const items = found.slice(from, from + count).map((email) => ({
        accountId: email.accountId,
        threadId: email.threadId,
        emailId: email.id,
        newestAt: email.receivedAt,
        listedAt: email.receivedAt,
        total: 1,
        unread: 0,
      }))
      const byAccount: Record<string, string[]> = {}
      for (const item of items) (byAccount[item.accountId] ??= []).push(item.emailId)
      return { items, total: found.length, byAccount, states: {} }
    },
    'Email/set': set,
    'Journal/undo': ({ ids }) => undo(ids ?? []),
  }

  /** RFC 8620 §3.7, as far as the client uses it. */
  function resolve(args: Args, done: readonly Invocation[]): Args {
    const resolved: Args = {}
    for (const [name, value] of Object.entries(args)) {
      if (!name.startsWith('#')) {
        resolved[name] = value
        continue
      }
      const { resultOf, path } = value as { resultOf: string; path: string }
      let found: unknown[] = [done.find(([, , id]) => id === resultOf)?.[1]]
      for (const part of path.split('/').slice(1))
        found = part === '*' ? found.flat() : found.map((each) => (each as Args | undefined)?.[part])
      resolved[name.slice(1)] = found.flat()
      if (found.some((each) => each === undefined)) throw 'invalidResultReference'
    }
    return resolved
  }

  function answer(calls: readonly Invocation[]): Invocation[] {
    const done: Invocation[] = []
    for (const [name, args, id] of calls) {
      try {
        if (server.isFailing) throw 'serverFail'
        const method = methods[name]
        if (!method) throw 'unknownMethod'
        done.push([name, method(resolve(args, done) as never), id])
      } catch (type) {
        if (typeof type !== 'string') throw type
        done.push(['error', { type }, id])
      }
    }
    return done
  }

  async function script({ path, body }: Received): Promise<Scripted> {
    if (path === '/api/session/token')
      return { status: 200, body: { token: 't', expiresAt: '2100-01-01T00:00:00Z' } }
    if (path === '/api/accounts')
      return { status: 200, body: { accounts: accountIds.map(accountView), health: [], signIns: [] } }
    if (server.isDown) return 'lost'
    const { methodCalls } = body as { methodCalls: Invocation[] }
    const responses = structuredClone(answer(methodCalls))
    const isLost = server.losesAnswers
    if (gate && (gate.first ?? methodCalls[0]?.[0]) === methodCalls[0]?.[0]) await gate.opened
    if (isLost) return 'lost'
    return { status: 200, body: { methodResponses: responses, sessionState: '1' } }
  }

  const { fetch, received } = scriptedServer(script)
  const http = createHttp(fetch, () => undefined)
  const server: MailServer = {
    http,
    jmap: createJmap(
      fetch,
      createTokens(http, () => 0),
    ),
    received,
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
    flag(id, keyword, isOn = true) {
      const email = emails.get(id)
      if (!email) return
      if (isOn) email.keywords[keyword] = true
      else delete email.keywords[keyword]
      note('updated', email)
    },
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
    listed: newestPerThread,
    mailboxes: mailboxesOf,
    threadOf,
    state: () => String(state),
    hold(first) {
      let release: () => void = () => undefined
      const own = { first, opened: new Promise<void>((resolve) => (release = resolve)) }
      gate = own
      const passOthers = (): void => {
        if (gate === own) gate = undefined
      }
      return {
        passOthers,
        release() {
          passOthers()
          release()
        },
      }
    },
    onWrite: () => undefined,
    isDown: false,
    isFailing: false,
    losesAnswers: false,
    refused: new Set(),
    forgottenBefore: 0,
  }
  return server
}

function accountView(id: string): AccountView {
  return {
    id,
    provider: 'imap',
    address: `${id.toLowerCase()}@example.org`,
    name: id,
    condition: 'ok',
    conditionDetail: null,
    conditionText: null,
    conditionSince: '2026-01-01T00:00:00Z',
    lastSyncedAt: null,
    import: null,
    mirror: null,
    instant: null,
    arrival: null,
  }
}

/** Lets every answer that can come, come: nothing here waits for time. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 60; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}
