import type { AccountId, RuleId, UserId } from '@plmail/wire'
import type { Sql } from '../../store/index.ts'
import type { RuleFields, RuleRunView, RuleView } from './types.ts'

interface Row extends RuleFields {
  id: RuleId
  problem: string | null
  run: (Omit<RuleRunView, 'beganAt'> & { beganAt: string }) | null
}

const runColumns = `'id', run.id, 'state', run.state, 'total', run.total, 'done', run.done,
  'changed', run.changed, 'skipped', run.skipped, 'beganAt', run.began_at`

const columns = `r.id, r.kind, r.name, r.is_enabled as "isEnabled", r.position as "sortOrder",
  r.account_ids as "accountIds", r.condition, r.actions, r.stops, r.problem,
  (select json_build_object(${runColumns}) from mail_rule_run run
   where run.account_id = r.account_id and run.rule_id = r.id order by run.id desc limit 1) as run`

/** Lists the rules of a personal account, in the order of evaluation. */
export async function selectRules(sql: Sql, personal: AccountId): Promise<RuleView[]> {
  const rows = await sql.query<Row>(
    `select ${columns} from mail_rule r where r.account_id = $1 order by r.position, r.id`,
    [personal],
  )
  return rows.map(({ run, ...rule }) => ({ ...rule, run: run && runView(run) }))
}

export const runView = (run: Omit<RuleRunView, 'beganAt'> & { beganAt: string | Date }): RuleRunView => ({
  ...run,
  beganAt: new Date(run.beganAt),
})

/** A rule as new mail meets it. */
export type ActiveRule = Pick<
  RuleView,
  'id' | 'kind' | 'name' | 'accountIds' | 'condition' | 'actions' | 'stops'
>

/** Lists the user's active rules for this account: blocked senders first, then in order. */
export function activeRules(sql: Sql, userId: UserId, accountId: AccountId): Promise<ActiveRule[]> {
  return sql.prepared<ActiveRule>(
    'mail-active-rules',
    `select r.id, r.kind, r.name, r.account_ids as "accountIds", r.condition, r.actions, r.stops
     from mail_rule r
     where r.user_id = $1 and r.is_enabled and (r.account_ids is null or $2 = any (r.account_ids))
     order by r.kind <> 'block', r.position, r.id`,
    [userId, accountId],
  )
}
