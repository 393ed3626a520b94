import type { EmailFilter, EmailRow, Mail, MailboxView } from '../../mail/index.ts'
import type { Admitted } from '../admit.ts'
import type { ReadableAccount } from '../types.ts'

export interface SearchNeeds {
  read: Pick<Mail['read'], 'query' | 'emails'>
  mailboxes: Pick<Mail['mailboxes'], 'list'>
}

/** An account that the assistant may read, with its mailboxes. */
export interface OpenAccount {
  account: ReadableAccount
  mailboxes: readonly MailboxView[]
}

export interface MailSearched {
  /** Newest first, drafts left out, not more than are ever shown to a model. */
  rows: Array<{ account: ReadableAccount; row: EmailRow }>
  /** All that match. */
  total: number
  /** Messages that cannot be found by their words yet. */
  notSearched: number
}

/** More messages than these fit into no prompt. */
const maxRows = 40

export const openAccounts = (
  { mailboxes }: SearchNeeds,
  { accounts, mayRead }: Admitted,
): Promise<OpenAccount[]> =>
  Promise.all(
    accounts
      .filter(mayRead)
      .map(async (account) => ({ account, mailboxes: await mailboxes.list(account.id) })),
  )

/** Looks in all accounts that the assistant may read, and in no other. */
export async function searchMail(
  { read }: SearchNeeds,
  accounts: readonly OpenAccount[],
  filterFor: (account: OpenAccount) => EmailFilter,
): Promise<MailSearched> {
  const answers = await Promise.all(
    accounts.map(async (open) => {
      const { found, gaps } = await read.query(open.account.id, {
        filter: filterFor(open),
        sort: [],
        collapseThreads: false,
        position: 0,
        limit: maxRows,
        calculateTotal: true,
      })
      const { ids, total = 0 } = found === 'anchor-not-found' ? { ids: [] } : found
      const rows = await readRows({ read }, open.account, ids)
      return { rows, total, notSearched: gaps.messages }
    }),
  )
  return {
    rows: answers
      .flatMap(({ rows }) => rows)
      .toSorted((a, b) => b.row.receivedAt.getTime() - a.row.receivedAt.getTime())
      .slice(0, maxRows),
    total: answers.reduce((sum, { total }) => sum + total, 0),
    notSearched: answers.reduce((sum, { notSearched }) => sum + notSearched, 0),
  }
}

async function readRows(
  { read }: Pick<SearchNeeds, 'read'>,
  account: ReadableAccount,
  ids: Parameters<Mail['read']['emails']>[1],
) {
  const rows = await read.emails(account.id, ids, true)
  return rows.map((row) => ({ account, row }))
}

const not = (filter: EmailFilter): EmailFilter => ({ kind: 'not', filters: [filter] })

/** Nobody's own unfinished text, and neither spam nor trash: what strangers wrote to be thrown away instructs best. */
export function withoutHidden(filter: EmailFilter, mailboxes: readonly MailboxView[]): EmailFilter {
  const hidden = mailboxes.filter(({ role }) => role === 'junk' || role === 'trash').map(({ id }) => id)
  return {
    kind: 'and',
    filters: [
      filter,
      ...(hidden.length === 0 ? [] : [{ kind: 'in-mailbox-other-than' as const, mailboxIds: hidden }]),
    ],
  }
}

/**
 * Whether a typed search asks for spam or trash, which are left out otherwise. Who leaves them out with a `-`, or looks for
 * the words, does not ask for them.
 */
export function namesHidden(query: string): boolean {
  const asked = query.replace(/-\([^)]*\)?/g, ' ').replace(/(^|[\s(])-?"[^"]*"?/g, '$1 ')
  return /(?:^|[\s(])(?:in|label):"?(?:spam|junk|trash|bin|deleted|anywhere)\b/i.test(asked)
}

/** Drafts of one's own are not mail that anybody received or sent. */
export const withoutDrafts = (filter: EmailFilter): EmailFilter => ({
  kind: 'and',
  filters: [filter, not({ kind: 'keyword', keyword: '$draft', of: 'message' })],
})

export const unreadSince = (at: Date): EmailFilter => ({
  kind: 'and',
  filters: [not({ kind: 'keyword', keyword: '$seen', of: 'message' }), { kind: 'received-from', at }],
})

/** Names of the accounts that were not looked into. */
export const closedAccounts = ({ accounts, mayRead }: Admitted): string[] =>
  accounts.filter((account) => !mayRead(account)).map(({ address }) => address)
