import type { AccountId } from '@plmail/wire'
import type { Prepared, Sql } from '../../store/index.ts'
import type { EmailFilter, EmailQuery, SearchCoverage, SearchGaps } from '../door.ts'
import { asksIndex, mentions } from './filter.ts'
import { matchIn } from './terms.ts'

/** See `Mail.search.missing`. */
export async function missing(sql: Sql, accountId: AccountId, asked: Asked): Promise<SearchGaps> {
  if (!canMiss(asked)) return nothingMissing
  const { name, text, values } = missingStatement(accountId, asked)
  const [row] = await sql.prepared<SearchGaps>(name, text, values)
  return row ?? nothingMissing
}

type Asked = Pick<EmailQuery, 'filter' | 'sort'>

export const nothingMissing: SearchGaps = { messages: 0, attachments: 0 }

/** Whether it is answered from an index that may lack messages. */
export function canMiss({ filter, sort }: Asked): boolean {
  return asksIndex(filter) || sort.some(({ by }) => by === 'from' || by === 'to' || by === 'subject')
}

/** Gives one row of SearchGaps. */
export function missingStatement(accountId: AccountId, { filter }: Asked): Prepared {
  return {
    name: 'mail-search-missing',
    text: `select (
         select count(*)::int from (
           select message_id from message_unindexed where account_id = $1
           union
           select message_id from message_unparted where account_id = $1 and $2::boolean) as u
         join message m on m.id = u.message_id where m.removed_at is null) as messages,
       (select count(*)::int from attachment_text a join message m on m.id = a.message_id
         where a.account_id = $1 and a.text is null and m.removed_at is null and $3::boolean) as attachments`,
    values: [accountId, mentions(filter, asksPartsOfBodies), mentions(filter, asksBodies)],
  }
}

const asksBodies = (one: EmailFilter): boolean => one.kind === 'words' && one.fields.includes('body')

const asksPartsOfBodies = (one: EmailFilter): boolean =>
  one.kind === 'words' &&
  one.fields.includes('body') &&
  one.terms.some((term) => matchIn('body', term) === 'part')

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
