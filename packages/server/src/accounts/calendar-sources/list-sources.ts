import type { CalendarSourceId, UserId } from '@plmail/wire'
import type { AccountsOptions } from '../options.ts'
import { isProviderName, screenName } from '../providers/provider-names.ts'
import { parseUrl } from '../../kit/parse-url.ts'
import type { CalendarSourceView } from './types.ts'
import { openSealed } from './open-sealed.ts'
import { conditionOfSource, unreadableAddress } from './source-problem.ts'

interface Row extends Omit<CalendarSourceView, 'host' | 'conditionText' | 'name' | 'address'> {
  name: string | null
  address: string | null
  accountName: string | null
}

/** As their user sees them: connected accounts first, in their order. */
export async function sourcesOfUser(
  { database, cipher }: Pick<AccountsOptions, 'database' | 'cipher'>,
  userId: UserId,
  id: CalendarSourceId | undefined,
): Promise<CalendarSourceView[]> {
  const rows = await database.query<Row>(
    `select s.id, s.user_id as "userId", s.account_id as "accountId", s.kind, s.name, s.address, s.username,
       s.condition, s.said, s.condition_since as "conditionSince", s.last_synced_at as "lastSyncedAt",
       a.address as "accountName"
     from calendar_source s
     left join mail_account a on a.id = s.account_id and s.kind in ('provA', 'provB')
     where s.user_id = $1 and ($2::bigint is null or s.id = $2)
     order by a.sort_order nulls last, s.id`,
    [userId, id ?? null],
  )
  return rows.map(({ accountName, ...row }) => {
    const address = row.kind === 'feed' ? openSealed(cipher, row.address, 'address') : row.address
    const host = isProviderName(row.kind) ? screenName[row.kind] : getHost(address ?? '')
    return {
      ...row,
      host,
      name: row.name ?? accountName ?? host,
      // That of a feed may be all it takes to read it.
      address: row.kind === 'feed' ? null : row.address,
      // One address that cannot be read must not take the other sources off the list.
      ...(address === undefined && { condition: 'wrong-credentials' as const }),
      conditionText:
        address === undefined ? unreadableAddress : conditionOfSource(row.condition, row.kind, host),
    }
  })
}

export const getHost = (address: string): string => parseUrl(address)?.host ?? address
