import { capability, type MailboxId, type UserId } from '@plmail/wire'
import {
  asksIndex,
  type EmailFilter,
  type EmailSort,
  type Mail,
  type SearchGaps,
} from '../../../mail/index.ts'
import type { Arguments, CallContext, JmapAccount } from '../../engine/method.ts'
import { readEmailFilter, noMailbox } from './filter.ts'
import { readEmailSort } from './sort.ts'

export interface EmailQuestionNeeds {
  mail: Mail
  /** IANA name of the zone in which the user's days begin. */
  getTimeZone(userId: UserId): Promise<string>
}

/** Query shared by Email/query, Email/queryChanges and SearchSnippet/get. */
export interface Question {
  question: { filter: EmailFilter; sort: EmailSort[] }
  /** Mailboxes that the filter names and nobody has looked for yet; see `mustExist`. */
  named: readonly MailboxId[]
  /** Whether the log of changes tells all that can change the results, where so much cannot be searched yet. */
  canCalculateChanges(gaps: SearchGaps): boolean
  /** The search extension's part of the answer: how many messages, and whose attachments, could not be searched yet. */
  coverage(gaps: SearchGaps): { notSearched?: number; attachmentsNotSearched?: number }
}

export async function readQuestion(
  needs: EmailQuestionNeeds,
  account: JmapAccount,
  args: Arguments,
  { using, caller }: CallContext,
): Promise<Question> {
  const speaksSearch = using.has(capability.search)
  const typed = speaksSearch ? await readTypedSearches(needs, account, caller.userId, args['filter']) : null
  const named: MailboxId[] = []
  const filter = readEmailFilter(args['filter'], {
    name: (id: MailboxId) => named.push(id),
    typed: typed?.read ?? null,
    hasCategories: using.has(capability.categories),
  })
  const isLasting = typed?.areLasting() ?? true
  return {
    question: { filter, sort: readEmailSort(args['sort']) },
    named,
    canCalculateChanges: ({ messages, attachments }) => messages + attachments === 0 && isLasting,
    coverage: ({ messages, attachments }) =>
      speaksSearch && asksIndex(filter) ? { notSearched: messages, attachmentsNotSearched: attachments } : {},
  }
}

/** Refuses a filter that names a mailbox which is not one of the account. */
export async function mustExist(
  { mail }: EmailQuestionNeeds,
  account: JmapAccount,
  named: readonly MailboxId[],
): Promise<void> {
  if (named.length === 0) return
  const mailboxIds = new Set((await mail.mailboxes.list(account.id)).map(({ id }) => id))
  if (!named.every((id) => mailboxIds.has(id))) throw noMailbox()
}

/** Operators whose meaning may change with the names of mailboxes and with time. */
const passing = /\b(?:in|label|is|newer_than|older_than):/i

/** Reads what is typed with what it may refer to; that is looked up only for filters that may hold some. */
async function readTypedSearches(
  needs: EmailQuestionNeeds,
  account: JmapAccount,
  userId: UserId,
  filter: unknown,
) {
  const texts: string[] = []
  const mayHoldSome = JSON.stringify(filter ?? null).includes('"query":')
  const mailboxes = mayHoldSome ? await needs.mail.mailboxes.list(account.id) : []
  const timeZone = mayHoldSome ? await needs.getTimeZone(userId) : 'UTC'
  return {
    read: (text: string): EmailFilter => {
      texts.push(text)
      return needs.mail.search.parseTyped(text, { mailboxes, timeZone })
    },
    areLasting: () => !texts.some((text) => passing.test(text)),
  }
}
