import { emailListProperties, type ChangesResult, type Email, type Mailbox } from '@plmail/wire'
import type { NotifyChoice } from '../disk/notifying.ts'
import { callMethods } from './jmap.ts'

/** A conversation to be told of. */
export interface News {
  readonly accountId: string
  readonly threadId: string
  /** Unread, oldest first. */
  readonly emails: readonly Email[]
  readonly inboxId: string
  readonly archiveId: string | undefined
}

/** What came into the inbox of an account since a state, as the user wants to hear of it, and the state it is now. */
export async function newMail(
  accountId: string,
  sinceState: string,
  who: NotifyChoice,
): Promise<{ state: string; news: News[] }> {
  const [changes, got, boxes] = (await callMethods([
    ['Email/changes', { accountId, sinceState }],
    [
      'Email/get',
      {
        accountId,
        '#ids': { resultOf: '0', name: 'Email/changes', path: '/created' },
        properties: emailListProperties,
      },
    ],
    ['Mailbox/get', { accountId, ids: null, properties: ['role'] }],
  ])) as unknown as [ChangesResult, { list: Email[] }, { list: Pick<Mailbox, 'id' | 'role'>[] }]
  const withRole = (role: Mailbox['role']) => boxes.list.find((box) => box.role === role)?.id
  const inboxId = withRole('inbox')
  const arrived = got.list.filter(
    ({ mailboxIds, keywords }) =>
      inboxId !== undefined && mailboxIds[inboxId] && !keywords['$seen'] && !keywords['$draft'],
  )
  const isImportant = ({ keywords, mailboxIds }: Email): boolean =>
    keywords['$important'] === true ||
    keywords['$flagged'] === true ||
    mailboxIds[withRole('important') ?? ''] === true
  const wanted =
    who === 'all'
      ? arrived
      : who === 'important'
        ? arrived.filter(isImportant)
        : await fromKnown(accountId, withRole('sent'), arrived)
  const archiveId = withRole('archive')
  return {
    state: changes.newState,
    news: [...byThread(wanted)].map(([threadId, emails]) => ({
      ...{ accountId, threadId, emails, archiveId },
      inboxId: inboxId ?? '',
    })),
  }
}

/** Known is whom the user has written to from this account. */
async function fromKnown(
  accountId: string,
  sentId: string | undefined,
  emails: readonly Email[],
): Promise<Email[]> {
  const senders = [...new Set(emails.flatMap(({ from }) => from?.map(({ email }) => email) ?? []))]
  if (sentId === undefined || senders.length === 0) return []
  const found = (await callMethods(
    senders.map((to) => ['Email/query', { accountId, filter: { inMailbox: sentId, to }, limit: 1 }]),
  )) as unknown as { ids: string[] }[]
  const known = new Set(senders.filter((_, index) => (found[index]?.ids.length ?? 0) > 0))
  return emails.filter(({ from }) => from?.some(({ email }) => known.has(email)))
}

function byThread(emails: readonly Email[]): Map<string, Email[]> {
  const threads = new Map<string, Email[]>()
  for (const email of emails.toSorted((a, b) => (a.receivedAt < b.receivedAt ? -1 : 1)))
    threads.set(email.threadId, [...(threads.get(email.threadId) ?? []), email])
  return threads
}
