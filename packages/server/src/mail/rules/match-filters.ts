import type { AccountId, MessageId } from '@plmail/wire'
import type { Tx } from '../../store/index.ts'
import { compileCondition, type Target } from '../search/compile-filter.ts'
import { type EmailFilter, mentions } from '../search/email-filter.ts'
import { keepWords } from '../search/word-parts.ts'
import { parametersAfter } from '../search/parameters.ts'
import { matchIn } from '../search/search-terms.ts'

/**
 * Which of the messages each filter finds: the very conditions of Email/query, asked of these messages only, so that a
 * rule and a search can never differ. The answers are parallel to the filters.
 */
export async function matching(
  tx: Tx,
  accountId: AccountId,
  filters: readonly EmailFilter[],
  ids: readonly MessageId[],
): Promise<Array<ReadonlySet<MessageId>>> {
  if (filters.length === 0 || ids.length === 0) return filters.map(() => new Set())
  const parameters = parametersAfter([accountId, ids])
  const target: Target = { accountId, parameters, lookup: 'each' }
  const questions = filters.map(
    (filter, index) => `select ${index}::int as filter, m.id from message m
      where m.account_id = $1 and m.removed_at is null and m.id = any ($2::bigint[])
        and ${compileCondition(filter, target)}`,
  )
  const rows = await tx.query<{ filter: number; id: MessageId }>(
    questions.join(' union all '),
    parameters.values,
  )
  const matches = filters.map(() => new Set<MessageId>())
  for (const { filter, id } of rows) matches[filter]?.add(id)
  return matches
}

/** A job keeps the words of bodies so that parts of them are found; a rule that asks for such a part cannot wait for it. */
export async function keepParts(
  tx: Tx,
  accountId: AccountId,
  filters: readonly EmailFilter[],
  ids: readonly MessageId[],
): Promise<void> {
  if (!filters.some((filter) => mentions(filter, asksPartsOfBodies))) return
  await tx.query(
    `with worded as (select words from message_search where message_id = any ($2::bigint[])),
     kept as (${keepWords('worded', 'bodies', '$1::bigint')})
     delete from message_unparted where message_id = any ($2::bigint[])`,
    [accountId, ids],
  )
}

const asksPartsOfBodies = (filter: EmailFilter): boolean =>
  filter.kind === 'words' &&
  filter.fields.includes('body') &&
  filter.terms.some((term) => matchIn('body', term) === 'part')
