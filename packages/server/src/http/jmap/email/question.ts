import { capability, type UserId } from '@plmail/wire'
import {
  asksIndex,
  type EmailFilter,
  type EmailSort,
  type Mail,
  type MailboxView,
} from '../../../mail/index.ts'
import type { Arguments, CallContext, JmapAccount } from '../method.ts'
import { emailFilterOf } from './filter.ts'
import { emailSortOf } from './sort.ts'

export interface QuestionNeeds {
  mail: Mail
  /** IANA name of the zone in which the user's days begin. */
  timeZoneOf(userId: UserId): Promise<string>
}

/** What Email/query, Email/queryChanges and SearchSnippet/get ask alike. */
export interface Question {
  question: { filter: EmailFilter; sort: EmailSort[] }
  /** The log of changes tells all that can change the results. */
  canCalculateChanges: boolean
  /** The search extension's part of the answer: how many messages could not be asked for their words yet. */
  coverage: { notSearched?: number }
}

export async function questionOf(
  { mail, timeZoneOf }: QuestionNeeds,
  account: JmapAccount,
  args: Arguments,
  { using, caller }: CallContext,
): Promise<Question> {
  const mailboxes = await mail.mailboxes.list(account.id)
  const speaksSearch = using.has(capability.search)
  const timeZone = speaksSearch ? await timeZoneOf(caller.userId) : 'UTC'
  const typed = typedSearches(mail, mailboxes, timeZone)
  const mailboxIds = new Set(mailboxes.map(({ id }) => id))
  const filter = emailFilterOf(args['filter'], { mailboxIds, typed: speaksSearch ? typed.read : null })
  const sort = emailSortOf(args['sort'])
  const needsIndex = asksIndex(filter) || sort.some(({ by }) => isText.has(by))
  const notSearched = needsIndex ? await mail.search.missing(account.id) : 0
  return {
    question: { filter, sort },
    canCalculateChanges: notSearched === 0 && typed.areLasting(),
    coverage: speaksSearch && asksIndex(filter) ? { notSearched } : {},
  }
}

const isText: ReadonlySet<string> = new Set(['from', 'to', 'subject'])

/** What a typed search means may change with the names of mailboxes and with the time. */
const passing = /\b(?:in|label|is|newer_than|older_than):/i

function typedSearches(mail: Mail, mailboxes: readonly MailboxView[], timeZone: string) {
  const texts: string[] = []
  return {
    read: (text: string): EmailFilter => {
      texts.push(text)
      return mail.search.typed(text, { mailboxes, timeZone })
    },
    areLasting: () => !texts.some((text) => passing.test(text)),
  }
}
