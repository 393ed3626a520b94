import type { AccountId, RuleId, UserId } from '@plmail/wire'
import type { Change, Changes } from '../../changes/index.ts'
import { insertRow, named } from '../../store/index.ts'
import { missingPath, pathsIn } from './rule-folders.ts'
import { asksNothing, ruleFilter } from './condition.ts'
import type { RuleFields, RuleOutcome, RuleRefusal, RuleRequest, RuleView } from './types.ts'
import type { Typed } from './typed-conditions.ts'
import { selectRules } from './rule-rows.ts'

export interface SetParts {
  changes: Pick<Changes, 'write'>
  typed: Typed
  listAccounts(userId: UserId): Promise<readonly AccountId[]>
}

/** Far more than anybody keeps in mind; each is asked about all new mail. */
const maxRules = 500

/** See `Rules.set`. */
export async function setRules(
  parts: SetParts,
  userId: UserId,
  personal: AccountId,
  request: RuleRequest,
  ifState?: number,
): Promise<RuleOutcome | 'state-mismatch'> {
  const accountIds = await parts.listAccounts(userId)
  const cause = { actor: { kind: 'user' as const, userId }, verb: 'set-rules' }
  const { result, state } = await parts.changes.write(personal, cause, async (change) => {
    const oldState = change.state - 1
    if (ifState !== undefined && ifState !== oldState) return 'state-mismatch' as const
    return { ...(await carryOut(parts, change, request, accountIds)), oldState }
  })
  return result === 'state-mismatch' ? result : { ...result, newState: state }
}

async function carryOut(
  parts: SetParts,
  change: Change,
  { create, update, destroy }: RuleRequest,
  accountIds: readonly AccountId[],
): Promise<Omit<RuleOutcome, 'oldState' | 'newState'>> {
  const ruleById = new Map((await selectRules(change.tx, change.accountId)).map((rule) => [rule.id, rule]))
  const outcomes: Array<RuleId | RuleRefusal> = []
  for (const fields of create) {
    const why =
      ruleById.size + outcomes.length >= maxRules
        ? 'too-many'
        : await refusal(parts, change, fields, accountIds)
    outcomes.push(why ?? (await insert(change, fields)))
  }
  const refusedUpdates = new Map<RuleId, RuleRefusal>()
  for (const [id, patch] of update) {
    const rule = ruleById.get(id)
    const next = rule && { ...rule, ...patch }
    const why = next ? await refusalOfUpdate(parts, change, { next, patch, accountIds }) : 'not-found'
    if (why) refusedUpdates.set(id, why)
    else if (next) await save(change, next)
  }
  const refusedDestroys = await remove(change, ruleById, destroy)
  const now = new Map((await selectRules(change.tx, change.accountId)).map((rule) => [rule.id, rule]))
  const created = outcomes.map((outcome) =>
    typeof outcome === 'string' ? outcome : (now.get(outcome) ?? 'not-found'),
  )
  return { created, refusedUpdates, refusedDestroys }
}

interface RuleUpdate {
  next: RuleFields
  patch: Partial<RuleFields>
  accountIds: readonly AccountId[]
}

/** Switching off and renaming are always possible; what would be carried out has to be fit for it. */
async function refusalOfUpdate(
  parts: SetParts,
  change: Change,
  { next, patch, accountIds }: RuleUpdate,
): Promise<RuleRefusal | undefined> {
  const isAboutWork = ['condition', 'actions', 'accountIds', 'kind'].some((name) => name in patch)
  return isAboutWork || patch.isEnabled === true ? refusal(parts, change, next, accountIds) : undefined
}

async function refusal(
  { typed }: SetParts,
  change: Change,
  rule: RuleFields,
  accountIds: readonly AccountId[],
): Promise<RuleRefusal | undefined> {
  const about = rule.accountIds ?? accountIds
  const [first] = about
  const read = first === undefined ? undefined : await typed(change.userId, first, change.tx)
  const filter = ruleFilter(rule.condition, read ?? (() => ({ kind: 'or', filters: [] })))
  if (!filter) return 'unfit-condition'
  if (asksNothing(filter)) return 'asks-nothing'
  if (rule.actions.length === 0) return 'no-action'
  const missing = await missingPath(change.tx, about, pathsIn(rule.actions))
  return missing === undefined ? undefined : 'unknown-mailbox'
}

const getColumns = (rule: RuleFields) => ({
  kind: rule.kind,
  name: rule.name,
  is_enabled: rule.isEnabled,
  position: rule.sortOrder,
  account_ids: rule.accountIds,
  condition: JSON.stringify(rule.condition),
  actions: JSON.stringify(rule.actions),
  stops: rule.stops,
})

async function insert(change: Change, fields: RuleFields): Promise<RuleId> {
  const [row] = await change.tx.query<{ id: RuleId }>(
    ...insertRow(
      'mail_rule',
      {
        account_id: change.accountId,
        user_id: change.userId,
        created_state: change.state,
        ...getColumns(fields),
      },
      'returning id',
    ),
  )
  if (!row) throw new Error('insert returned nothing')
  change.created('Rule', [row.id])
  return row.id
}

/** Saving a rule that was switched off for its folder says that this is seen to. */
async function save(change: Change, { id, ...rule }: RuleView): Promise<void> {
  await change.tx.query(
    ...named(
      `update mail_rule set kind = $kind, name = $name, is_enabled = $is_enabled, position = $position,
         account_ids = $account_ids, condition = $condition, actions = $actions, stops = $stops,
         problem = case when $is_enabled then null else problem end
       where id = $id`,
      { id, ...getColumns(rule) },
    ),
  )
  change.updated('Rule', [id])
}

async function remove(
  change: Change,
  ruleById: ReadonlyMap<RuleId, RuleView>,
  ids: readonly RuleId[],
): Promise<Map<RuleId, RuleRefusal>> {
  const gone = [...new Set(ids)].filter((id) => ruleById.has(id))
  const refused = new Map<RuleId, RuleRefusal>(
    ids.filter((id) => !ruleById.has(id)).map((id) => [id, 'not-found']),
  )
  if (gone.length > 0) {
    await change.tx.query('delete from mail_rule where id = any ($1::bigint[])', [gone])
    change.destroyed('Rule', gone)
  }
  return refused
}

/** Switches a rule off whose folder is gone, and says so on it. Safe to run twice. */
export async function giveUp(
  changes: Pick<Changes, 'write'>,
  personal: AccountId,
  id: RuleId,
  folder: string,
): Promise<void> {
  const cause = { actor: { kind: 'system' as const }, verb: 'switch-off-rule' }
  await changes.write(personal, cause, async (change) => {
    const rows = await change.tx.query(
      `update mail_rule set is_enabled = false, problem = $3
       where id = $2 and account_id = $1 and is_enabled returning id`,
      [personal, id, folder],
    )
    if (rows.length > 0) change.updated('Rule', [id])
  })
}
