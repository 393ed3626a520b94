import type { AccountId } from '@plmail/wire'
import type { Sql } from '../../store/index.ts'
import type { EmailFilter, EmailQuery, SearchCoverage, SearchGaps } from '../types.ts'
import { asksIndex, mentions } from './email-filter.ts'
import { isRowBegun, matchIn } from './search-terms.ts'

/** See `Mail.search.missing`. */
export async function missing(sql: Sql, accountId: AccountId, query: CoverageQuery): Promise<SearchGaps> {
  if (!canMiss(query)) return nothingMissing
  const { name, text } = missingStatement(query)
  const [row] = await sql.prepared<SearchGaps>(name, text, [accountId])
  return row ?? nothingMissing
}

type CoverageQuery = Pick<EmailQuery, 'filter' | 'sort'>

export const nothingMissing: SearchGaps = { messages: 0, attachments: 0 }

/** Whether it is answered from an index that may lack messages. */
export function canMiss({ filter, sort }: CoverageQuery): boolean {
  return asksIndex(filter) || sort.some(({ by }) => by === 'from' || by === 'to' || by === 'subject')
}

/** Gives one row of SearchGaps; `$1` is the account. Only what the filter asks for is counted, so there are several. */
export function missingStatement({ filter }: Pick<CoverageQuery, 'filter'>): { name: string; text: string } {
  const [asksParts, asksRows] = [mentions(filter, asksPartsOfBodies), mentions(filter, asksRowsBegun)]
  const asksAttached = mentions(filter, asksBodies)
  const waiting = [
    'select message_id from message_unindexed where account_id = $1',
    ...(asksParts ? ['select message_id from message_unparted where account_id = $1'] : []),
    ...(asksRows ? [ownUnplaced] : []),
  ]
  return {
    name: ['mail-search-missing', asksParts && 'parts', asksRows && 'rows', asksAttached && 'attached']
      .filter((part) => part !== false)
      .join('-'),
    text: `select (
         select count(*)::int from (${waiting.join(' union ')}) as u join message m on m.id = u.message_id
         where m.account_id = $1 and m.removed_at is null) as messages,
       ${asksAttached ? attachmentsWaiting : '0'} as attachments`,
  }
}

/** An upgrade may leave millions to be read anew, for hours: the number shown is not worth counting them in each search. */
const maxUnplaced = 2_000

/**
 * SQL of the account's messages that wait to be indexed again. The highest ids of all accounts come first, so its own
 * are below the highest that is left. Looked up one by one: the planner would rather read those of all accounts.
 */
const ownUnplaced = `select message_id from (
    select id as message_id from message
    where account_id = $1 and removed_at is null
      and id <= (select max(message_id) from message_search where not is_placed)
    order by id desc limit ${maxUnplaced}) as own
  where (select true from message_search s where s.message_id = own.message_id and not s.is_placed)`

const attachmentsWaiting = `(
  select count(*)::int from attachment_text a join message m on m.id = a.message_id
  where a.account_id = $1 and a.text is null and m.removed_at is null)`

const asksBodies = (filter: EmailFilter): boolean => filter.kind === 'words' && filter.fields.includes('body')

const asksPartsOfBodies = (filter: EmailFilter): boolean =>
  filter.kind === 'words' &&
  filter.fields.includes('body') &&
  filter.terms.some((term) => matchIn('body', term) === 'part')

const asksRowsBegun = (filter: EmailFilter): boolean =>
  filter.kind === 'words' &&
  filter.fields.some((field) => filter.terms.some((term) => isRowBegun(field, term)))

/** See `Mail.search.coverage`. */
export async function coverage(sql: Sql, accountId: AccountId): Promise<SearchCoverage> {
  const [row] = await sql.query<SearchCoverage>(
    `select count(*)::int as total, (count(*) filter (where u.message_id is null))::int as indexed
     from message m left join message_unindexed u on u.message_id = m.id
     where m.account_id = $1 and m.removed_at is null`,
    [accountId],
  )
  return row ?? { indexed: 0, total: 0 }
}
