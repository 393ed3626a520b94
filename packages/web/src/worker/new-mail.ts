import { type ChangesResult, type Email, type Mailbox } from '@plmail/wire'
import type { NotifyChoice } from '../disk/notifying.ts'
import { callMethods } from './jmap.ts'

/** A conversation with new mail. */
export interface NewMail {
  readonly accountId: string
  readonly threadId: string
  /** Unread, oldest first. */
  readonly emails: readonly Email[]
  readonly inboxId: string
  readonly archiveId: string | undefined
}

export interface MailNews {
  /** State after the changes; undefined where the server could not list them. */
  readonly state: string
  readonly news: readonly NewMail[]
  readonly unread: number
}

/** Milliseconds for which mail is news; older mail comes from an import, or from a conversation that got another id. */
const newsMs = 24 * 3_600_000
/** Mailing lists and automatic mail, by their headers (RFC 2369, RFC 2919, RFC 3834, and the older Precedence). */
const machineHeaders = [
  'header:List-Id',
  'header:List-Unsubscribe',
  'header:Auto-Submitted',
  'header:Precedence',
] as const
const shown = ['threadId', 'mailboxIds', 'keywords', 'receivedAt', 'subject', 'from', 'preview'] as const
type Arrived = Email & Partial<Record<(typeof machineHeaders)[number], string | null>>

/** Returns the mail that arrived in an account's inbox since a state, filtered by the user's choice. */
export async function newMail(
  accountId: string,
  sinceState: string | undefined,
  who: NotifyChoice,
  now: number,
): Promise<MailNews> {
  const [boxesAnswer, changes, got, current] = await callMethods([
    ['Mailbox/get', { accountId, ids: null, properties: ['role', 'unreadThreads'] }],
    ['Email/changes', { accountId, sinceState: sinceState ?? '' }],
    [
      'Email/get',
      {
        accountId,
        '#ids': { resultOf: '1', name: 'Email/changes', path: '/created' },
        properties: [...shown, ...machineHeaders],
      },
    ],
    ['Email/get', { accountId, ids: [] }],
  ])
  // Without it there would be no notification, and nobody would know.
  if (changes && !got) throw new Error('Email/get was not answered')
  const boxes = (boxesAnswer?.['list'] ?? []) as Pick<Mailbox, 'id' | 'role' | 'unreadThreads'>[]
  const withRole = (role: Mailbox['role']) => boxes.find((box) => box.role === role)
  const inbox = withRole('inbox')
  const { newState, hasMoreChanges } = (changes ?? {}) as Partial<ChangesResult>
  const arrived = ((got?.['list'] ?? []) as Arrived[]).filter(
    ({ mailboxIds, keywords, receivedAt }) =>
      inbox &&
      mailboxIds[inbox.id] &&
      !keywords['$seen'] &&
      !keywords['$draft'] &&
      Date.parse(receivedAt) > now - newsMs,
  )
  const announced = who === 'none' ? [] : who === 'people' ? arrived.filter(isFromPerson) : arrived
  // More than one answer holds is an import, and nothing to ring for.
  const state = newState === undefined || hasMoreChanges ? String(current?.['state']) : newState
  return {
    state,
    news: [...byThread(announced)].map(([threadId, emails]) => ({
      accountId,
      threadId,
      emails,
      archiveId: withRole('archive')?.id,
      inboxId: inbox?.id ?? '',
    })),
    unread: inbox?.unreadThreads ?? 0,
  }
}

const robots = /^(no-?reply|do-?not-?reply|mailer-daemon|postmaster|notifications?|bounces?)([+._-]|@)/i

function isFromPerson(email: Arrived): boolean {
  const [listId, unsubscribe, submitted, precedence] = machineHeaders.map((name) => email[name]?.trim() ?? '')
  const isAutomatic = submitted !== '' && submitted?.toLowerCase() !== 'no'
  const isBulk = /^(bulk|list|junk)$/i.test(precedence ?? '')
  const sender = email.from?.[0]?.email ?? ''
  return listId === '' && unsubscribe === '' && !isAutomatic && !isBulk && !robots.test(sender)
}

function byThread(emails: readonly Email[]): Map<string, Email[]> {
  const threads = new Map<string, Email[]>()
  for (const email of emails.toSorted((a, b) => (a.receivedAt < b.receivedAt ? -1 : 1)))
    threads.set(email.threadId, [...(threads.get(email.threadId) ?? []), email])
  return threads
}
