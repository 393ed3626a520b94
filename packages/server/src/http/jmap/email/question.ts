import { capability } from '@plmail/wire'
import { asksIndex, type EmailFilter, type EmailSort, type Mail } from '../../../mail/index.ts'
import type { Arguments, CallContext, JmapAccount } from '../method.ts'
import { emailFilterOf } from './filter.ts'
import { emailSortOf } from './sort.ts'

export interface QuestionNeeds {
  mail: Mail
}

/** What Email/query and Email/queryChanges ask alike. */
export interface Question {
  question: { filter: EmailFilter; sort: EmailSort[] }
  /** The log of changes tells all that can change the results. */
  canCalculateChanges: boolean
  /** The search extension's part of the answer: how many messages could not be asked for their words yet. */
  coverage: { notSearched?: number }
}

export async function questionOf(
  { mail }: QuestionNeeds,
  account: JmapAccount,
  args: Arguments,
  { using }: CallContext,
): Promise<Question> {
  const mailboxes = await mail.mailboxes.list(account.id)
  const mailboxIds = new Set(mailboxes.map(({ id }) => id))
  const filter = emailFilterOf(args['filter'], { mailboxIds, typed: null })
  const sort = emailSortOf(args['sort'])
  const notSearched =
    asksIndex(filter) || sort.some(({ by }) => textual.has(by)) ? await mail.search.missing(account.id) : 0
  return {
    question: { filter, sort },
    canCalculateChanges: notSearched === 0,
    coverage: using.has(capability.search) && asksIndex(filter) ? { notSearched } : {},
  }
}

const textual: ReadonlySet<string> = new Set(['from', 'to', 'subject'])
