import type { AccountId, QuotaId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import type { Sql } from '../../store/index.ts'
import type { ProvidedQuota, Quotas, QuotaView } from './types.ts'

export function createQuotas(database: Sql): Quotas {
  return { reconcile, list: (accountId) => list(database, accountId) }
}

function list(sql: Sql, accountId: AccountId): Promise<QuotaView[]> {
  return sql.query<QuotaView>(
    `select id, resource, used, hard_limit as "hardLimit" from quota where account_id = $1 order by id`,
    [accountId],
  )
}

async function reconcile(change: Change, provided: readonly ProvidedQuota[]): Promise<void> {
  const quotaByResource = new Map((await list(change.tx, change.accountId)).map((row) => [row.resource, row]))
  for (const quota of provided) {
    const row = quotaByResource.get(quota.resource)
    quotaByResource.delete(quota.resource)
    if (!row) await insert(change, quota)
    else if (row.used !== quota.used || row.hardLimit !== quota.hardLimit) await update(change, row, quota)
  }
  const gone = [...quotaByResource.values()].map((row) => row.id)
  if (gone.length === 0) return
  await change.tx.query('delete from quota where id = any ($1::bigint[])', [gone])
  change.destroyed('Quota', gone)
}

async function insert(change: Change, { resource, used, hardLimit }: ProvidedQuota): Promise<void> {
  const rows = await change.tx.query<{ id: QuotaId }>(
    `insert into quota (account_id, resource, used, hard_limit) values ($1, $2, $3, $4) returning id`,
    [change.accountId, resource, used, hardLimit],
  )
  change.created(
    'Quota',
    rows.map((row) => row.id),
  )
}

/** RFC 9425 §4.3: a client is told when nothing but the use has changed. */
async function update(change: Change, row: QuotaView, { used, hardLimit }: ProvidedQuota): Promise<void> {
  await change.tx.query('update quota set used = $2, hard_limit = $3 where id = $1', [
    row.id,
    used,
    hardLimit,
  ])
  if (row.hardLimit === hardLimit) change.updated('Quota', [row.id], ['used'])
  else change.updated('Quota', [row.id])
}
