import type { AccountId } from '@plmail/wire'
import type { AccountsOptions } from './options.ts'
import type { Condition } from './types.ts'
import { type AccountRow, accountColumns, toView } from './account-rows.ts'
import { noticeFor } from './condition-problem.ts'

/** Writes what was observed; when that changes what the owner should know, tells the open browsers. */
export async function setCondition(
  { database, changes, clock }: AccountsOptions,
  id: AccountId,
  condition: Exclude<Condition, 'new'>,
  detail: string | undefined,
): Promise<void> {
  const rows = await database.query<AccountRow & { before: Condition }>(
    `with old as (select id as old_id, condition as before from mail_account where id = $1 for update)
     update mail_account set condition = $2, condition_detail = $3,
       condition_since = case when condition = $2 then condition_since else $4 end,
       last_synced_at = case when $2 = 'ok' then $4 else last_synced_at end
     from old where id = old.old_id
     returning ${accountColumns}, old.before`,
    [id, condition, condition === 'ok' ? null : (detail?.slice(0, 1000) ?? null), clock.now()],
  )
  for (const row of rows) {
    const notice = noticeFor(row.address, row.before, condition, toView(row).conditionText)
    if (notice) await changes.announce(row.user_id, { kind: 'notice', ...notice })
  }
}
