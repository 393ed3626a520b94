import type { AccountId, ContactCardId } from '@plmail/wire'
import type { Sql } from '../store/index.ts'
import type { Duplicates } from './types.ts'

/**
 * Cards that seem to be of one person: those that share an address, and those with the same full name of at least two
 * words. A shared address of more cards than this belongs to an office, not to a person.
 */
const maxPerKey = 8

export async function duplicates(sql: Sql, accountId: AccountId, limit: number): Promise<Duplicates[]> {
  const rows = await sql.query<{ ids: ContactCardId[]; shared: string }>(
    `select array_agg(c.id order by c.rank desc, c.id) as ids, a.address as shared
     from contact_card c cross join lateral unnest(c.addresses) as a (address)
     where c.account_id = $1 and c.kind = 'individual'
     group by a.address having count(*) between 2 and $2
     union all
     select array_agg(c.id order by c.rank desc, c.id), c.full_name
     from contact_card c
     where c.account_id = $1 and c.kind = 'individual' and c.full_name like '_% _%' and c.full_name not like '%@%'
     group by c.full_name having count(*) between 2 and $2
     order by shared limit $3`,
    [accountId, maxPerKey, limit],
  )
  return joinGroups(rows)
}

/** Pairs that overlap are one proposal. */
function joinGroups(groups: readonly Duplicates[]): Duplicates[] {
  const results: Duplicates[] = []
  for (const { ids, shared } of groups) {
    const same = results.find((group) => group.ids.some((id) => ids.includes(id)))
    if (same) same.ids = [...new Set([...same.ids, ...ids])]
    else results.push({ ids: [...ids], shared })
  }
  return results
}
