import { categories, type Category, type Email, type MailboxRole } from '@plmail/wire'
import type { MailRows, OfAccount } from './mail-rows.fixture.ts'

export type Args = Record<string, unknown>
type Methods = Record<string, (args: Args & { accountId: string; ids: string[] | null }) => Args>

const maxInGet = 1_000

/** The JMAP methods that lists and commands call, over these rows; `refused`: ids that Email/set will not touch. */
export function mailMethods(rows: MailRows, refused: ReadonlySet<string>): Methods {
  return { ...reading(rows), ...listing(rows), ...writing(rows, refused) }
}

function reading(rows: MailRows): Methods {
  const categoryOf = (id: string, properties: unknown) =>
    Array.isArray(properties) && properties.includes('category')
      ? { category: { name: rows.categoryOf(id), rule: 'nothing', field: null, value: null, emailId: null } }
      : {}
  const get = (accountId: string, list: unknown[], notFound: readonly string[] = []): Args => {
    return { accountId, state: rows.state(), list, notFound }
  }
  return {
    'Mailbox/get': ({ accountId, ids }) =>
      get(
        accountId,
        rows.mailboxes(accountId).filter((box) => !ids || ids.includes(box.id)),
      ),
    'Mailbox/changes': ({ accountId, sinceState }) => ({
      ...rows.changesOf(accountId, Number(sinceState), 'Email'),
      created: [],
      // The fixture keeps no log of what changed.
      updated: Number(sinceState) < Number(rows.state()) ? rows.mailboxes(accountId).map(({ id }) => id) : [],
      destroyed: [],
    }),
    'Email/get': ({ accountId, ids }) => {
      const requestedIds = [...new Set(ids)]
      if (requestedIds.length > maxInGet) throw 'requestTooLarge'
      const emails = requestedIds.flatMap((id) => rows.email(id) ?? [])
      const missing = requestedIds.filter((id) => !rows.email(id))
      return get(accountId, structuredClone(emails), missing)
    },
    'Email/changes': ({ accountId, sinceState, maxChanges }) =>
      rows.changesOf(accountId, Number(sinceState), 'Email', maxChanges as number | undefined),
    'Thread/changes': ({ accountId, sinceState, maxChanges }) =>
      rows.changesOf(accountId, Number(sinceState), 'Thread', maxChanges as number | undefined),
    'Thread/get': ({ accountId, ids, properties }) => {
      const requestedIds = [...new Set(ids)]
      const threads = requestedIds
        .map((id) => ({ id, emailIds: rows.threadOf(id), ...categoryOf(id, properties) }))
        .filter((thread) => thread.emailIds.length)
      return get(
        accountId,
        threads,
        requestedIds.filter((id) => rows.threadOf(id).length === 0),
      )
    },
  }
}

function listing(rows: MailRows): Methods {
  const inList = ({ role, mailboxId, category }: Args) =>
    rows
      .listed(mailboxId === undefined ? rows.mailboxIdsWithRole(role) : [String(mailboxId)])
      .filter(({ threadId }) => category === undefined || rows.categoryOf(threadId) === category)

  return {
    'List/categories': ({ role, mailboxId, seenAt }) => {
      const list = categories.map((category) => {
        const listed = inList({ role, mailboxId, category })
        const unread = listed.filter(({ threadId }) =>
          rows.threadOf(threadId).some((id) => !rows.email(id)?.keywords['$seen']),
        )
        const since = (seenAt as Record<string, string>)[category] ?? ''
        const fresh = unread.filter(({ receivedAt }) => receivedAt > since)
        return { category, total: listed.length, unread: unread.length, fresh: fresh.length }
      })
      return { list, states: {} }
    },
    'Email/query': ({ accountId, filter, position, limit }) => {
      // A search finds everything here.
      const { inMailbox } = filter as { inMailbox?: string }
      const within = inMailbox === undefined ? rows.mailboxes(accountId).map(({ id }) => id) : [inMailbox]
      const listed = rows.listed(within)
      const [from, count] = [position as number, limit as number]
      const ids = listed.slice(from, from + count).map(({ id }) => id)
      return { accountId, ids, total: listed.length, position, queryState: rows.state() }
    },
    'List/query': ({ role, mailboxId, category, position, limit }) => {
      const listed = inList({ role, mailboxId, category })
      const [from, count] = [position as number, limit as number]
      const items = listed.slice(from, from + count).map((email) => ({
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
      return { items, total: listed.length, byAccount, states: {} }
    },
  }
}

function writing(rows: MailRows, refused: ReadonlySet<string>): Methods {
  const journal = new Map<string, OfAccount<Email>[]>()
  const operations = new Map<string, Args>()
  let entries = 0

  /** An operation that its client named is applied once (docs/jmap.md, journal extension). */
  function set(args: Args): Args {
    const name = `${String(args['accountId'])} ${String(args['operation'] ?? operations.size)}`
    const operation = operations.get(name) ?? setNow(args as unknown as Wanted)
    operations.set(name, operation)
    return operation
  }

  function setNow({ accountId, update = {}, destroy = [] }: Wanted): Args {
    const notUpdated: Args = {}
    const before: OfAccount<Email>[] = []
    for (const [id, patch] of Object.entries(update)) {
      const email = rows.email(id)
      if (!email || refused.has(id)) {
        notUpdated[id] = { type: 'forbidden', description: 'The provider said no.' }
        continue
      }
      before.push(structuredClone(email))
      rows.put(patched(email, patch))
    }
    for (const id of destroy) rows.destroy(id)
    const journalId = `J${String((entries += 1))}`
    journal.set(journalId, before)
    return { accountId, newState: rows.state(), updated: {}, notUpdated, destroyed: destroy, journalId }
  }

  function undo(ids: readonly string[]): Args {
    const notUndone: Args = {}
    const undone = ids.flatMap((id) => {
      const before = journal.get(id)
      journal.delete(id)
      if (!before) notUndone[id] = { type: 'alreadyUndone' }
      if (!before) return []
      for (const email of before) rows.put(email)
      const restored = before.map((email) => email.id)
      return [{ id, accountId: before[0]?.accountId, restored, skipped: [], newState: rows.state() }]
    })
    return { undone, notUndone }
  }

  return {
    'Email/set': set,
    'Journal/undo': ({ ids }) => undo(ids ?? []),
    'Mailbox/set': ({ accountId, create }) => {
      const [key, mailbox] =
        Object.entries(create as Record<string, { name: string; role: MailboxRole }>)[0] ?? []
      const id = rows.addMailbox(accountId, mailbox?.name ?? '', mailbox?.role ?? null)
      return { accountId, newState: rows.state(), created: { [key ?? '']: { id } } }
    },
  }
}

type Patch = Record<string, true | null> & { categoryByHand?: Category }

interface Wanted {
  accountId: string
  update?: Record<string, Patch>
  destroy?: string[]
}

function patched(email: OfAccount<Email>, patch: Patch): OfAccount<Email> {
  const { categoryByHand, ...paths } = patch
  if (categoryByHand) email.chosen = categoryByHand
  for (const [path, value] of Object.entries(paths)) {
    const [field, name] = path.split('/') as ['keywords' | 'mailboxIds', string]
    if (value === null) delete email[field][name]
    else email[field][name] = value
  }
  return email
}
