import {
  type AccountId,
  type MessageId,
  type RuleId,
  type RuleRunId,
  ruleRunWireId,
  type UserId,
  type RuleAction,
} from '@plmail/wire'
import type { Change, Changes, LiveEvent } from '../../changes/index.ts'
import type { Jobs, RunContext } from '../../jobs/index.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Database, Sql } from '../../store/index.ts'
import type { OutboxDoor } from '../types.ts'
import { type Target, compileCondition } from '../search/compile-filter.ts'
import type { EmailFilter } from '../search/email-filter.ts'
import { parametersAfter } from '../search/parameters.ts'
import { undoableFrom, getVerb } from './apply-rules.ts'
import { carryOut } from './carry-out-actions.ts'
import { ruleFilter } from './condition.ts'
import type { RuleCondition, RuleRunView } from './types.ts'
import { actOnNext, verbOfRun } from './list-batch.ts'
import { existing } from './preview-rule.ts'
import type { Typed } from './typed-conditions.ts'
import { runView } from './rule-rows.ts'

export interface RunParts {
  database: Database
  changes: Changes
  outbox: OutboxDoor
  jobs: Pick<Jobs, 'enqueue'>
  clock: Clock
  typed: Typed
}

interface Run extends RuleRunView {
  personal: AccountId
  userId: UserId
  /** Null: on a list. */
  ruleId: RuleId | null
  name: string
  accountIds: AccountId[]
  condition: RuleCondition
  actions: RuleAction[]
  atAccount: number
  afterMessage: MessageId
}

const runRow = `id, account_id as personal, user_id as "userId", rule_id as "ruleId", name,
  account_ids as "accountIds", condition, actions, state, total, done, changed, skipped,
  at_account as "atAccount", after_message as "afterMessage", began_at as "beganAt"`

export async function runById(sql: Sql, id: RuleRunId): Promise<Run | undefined> {
  const [row] = await sql.query<Run>(`select ${runRow} from mail_rule_run where id = $1`, [id])
  return row
}

/** The run under way of a rule, or undefined. */
export async function selectRunning(
  sql: Sql,
  personal: AccountId,
  id: RuleId,
): Promise<RuleRunView | undefined> {
  const [row] = await sql.query<Run>(
    `select ${runRow} from mail_rule_run
     where account_id = $1 and rule_id = $2 and state in ('running', 'undoing')`,
    [personal, id],
  )
  return row && toView(row)
}

export const toView = ({ id, state, total, done, changed, skipped, beganAt }: Run): RuleRunView =>
  runView({ id, state, total, done, changed, skipped, beganAt })

// One journal entry and one transaction each: small enough to hold the account's lock briefly.
const batch = 200

/**
 * Goes through the mail that a rule matches, account by account, by ascending id. How far it is stands in the
 * transaction of each batch, so being killed costs nothing and does nothing twice.
 */
export async function workRun(parts: RunParts, id: RuleRunId, context: RunContext): Promise<void> {
  for (;;) {
    context.signal.throwIfAborted()
    const run = await runById(parts.database, id)
    if (!run || run.state !== 'running') return
    const accountId = run.accountIds[run.atAccount - 1]
    if (accountId === undefined) return finish(parts, run, 'done')
    if (!(await isOpen(parts, run, accountId))) await nextAccount(parts.database, run)
    else if (
      run.ruleId === null
        ? !(await workListBatch(parts, run, accountId))
        : !(await workBatch(parts, run, accountId))
    )
      return finish(parts, run, 'failed')
    const now = await runById(parts.database, id)
    if (now) await announceProgress(parts.changes, now)
  }
}

/** An account may have been removed since. */
async function isOpen({ changes }: RunParts, { userId }: Run, accountId: AccountId): Promise<boolean> {
  return (await changes.states(userId)).some((account) => account.accountId === accountId)
}

async function nextAccount(sql: Sql, { id, atAccount }: Run): Promise<void> {
  await sql.query(
    `update mail_rule_run set at_account = $2::integer + 1, after_message = 0
     where id = $1 and at_account = $2 and state = 'running'`,
    [id, atAccount],
  )
}

/** The same for a run on a list, whose messages are written down. */
async function workListBatch(
  { changes, clock, outbox, database }: RunParts,
  run: Run,
  accountId: AccountId,
): Promise<boolean> {
  const cause = {
    actor: { kind: 'user' as const, userId: run.userId },
    verb: await verbOfRun(database, run.id),
    undoableUntil: undoableFrom(clock.now()),
  }
  const { result } = await changes.write(accountId, cause, async (change) => {
    if (!(await isAtWork(change, run))) return true
    const did = await actOnNext(outbox, change, run.id)
    if (did === 'none') await nextAccount(change.tx, run)
    else if (did) await note(change, run, { last: 0 as MessageId, done: did.passed, changed: did.changed })
    return did !== undefined
  })
  return result
}

/** Locks the run. Somebody may be undoing it, or another process was quicker. */
async function isAtWork({ tx }: Change, run: Run): Promise<boolean> {
  const [now] = await tx.query<Pick<Run, 'atAccount' | 'state'>>(
    `select at_account as "atAccount", state from mail_rule_run where id = $1 for update`,
    [run.id],
  )
  return now?.state === 'running' && now.atAccount === run.atAccount
}

/** False when the rule cannot be carried out. */
async function workBatch(parts: RunParts, run: Run, accountId: AccountId): Promise<boolean> {
  const { changes, database, typed } = parts
  const filter = ruleFilter(run.condition, await typed(run.userId, accountId, database))
  if (!filter) return false
  const verb = getVerb({ kind: 'rule', name: run.name })
  const cause = { actor: { kind: 'rule' as const }, verb, undoableUntil: undoableFrom(parts.clock.now()) }
  const { result } = await changes.write(accountId, cause, async (change) => {
    const [now] = await change.tx.query<Pick<Run, 'atAccount' | 'afterMessage' | 'state'>>(
      `select at_account as "atAccount", after_message as "afterMessage", state
       from mail_rule_run where id = $1 for update`,
      [run.id],
    )
    // Somebody undoes it, or another process was quicker.
    if (now?.state !== 'running' || now.atAccount !== run.atAccount) return true
    const ids = await nextMatches(change, filter, now.afterMessage)
    const last = ids.at(-1)
    if (last === undefined) {
      await nextAccount(change.tx, run)
      return true
    }
    const applied = await carryOut(change, parts.outbox, run.actions, ids)
    if (!applied) return false
    await note(change, run, { last, done: ids.length, changed: applied.length })
    return true
  })
  return result
}

/** Moving on counts in the same transaction. What a search finds is asked as a search is. */
async function nextMatches(change: Change, filter: EmailFilter, after: MessageId): Promise<MessageId[]> {
  const parameters = parametersAfter([change.accountId, after, batch])
  const target: Target = { accountId: change.accountId, parameters, lookup: 'indexed', isNested: true }
  const rows = await change.tx.query<{ id: MessageId }>(
    `select m.id from message m
     where m.account_id = $1 and m.removed_at is null and m.id > $2::bigint
       and ${compileCondition(await existing(change.tx, change.accountId, filter), target)}
     order by m.id limit $3::integer`,
    parameters.values,
  )
  return rows.map(({ id }) => id)
}

async function note(
  change: Change,
  { id }: Run,
  { last, done, changed }: { last: MessageId; done: number; changed: number },
): Promise<void> {
  await change.tx.query(
    `update mail_rule_run set after_message = $2, done = done + $3::integer, changed = changed + $4::integer,
       total = greatest(total, done + $3::integer)
     where id = $1`,
    [id, last, done, changed],
  )
  if (changed === 0) return
  await change.tx.query('insert into mail_rule_entry (run_id, journal_id) values ($1, $2)', [
    id,
    change.journalId(),
  ])
}

/** Says on the rule that its run has come to an end. */
export async function finish(
  { changes }: Pick<RunParts, 'changes'>,
  run: Run,
  state: 'done' | 'failed' | 'undone',
): Promise<void> {
  const { id, personal, ruleId } = run
  const from = state === 'undone' ? 'undoing' : 'running'
  const cause = { actor: { kind: 'rule' as const }, verb: 'end-run' }
  await changes.write(personal, cause, async (change) => {
    const rows = await change.tx.query(
      `update mail_rule_run set state = $2, total = case when $2 = 'done' then done else total end
       where id = $1 and state = $3 returning id`,
      [id, state, from],
    )
    if (rows.length > 0 && ruleId !== null) change.updated('Rule', [ruleId])
  })
  // A rule tells of its run itself; of a list this is the last that is heard.
  if (ruleId === null) await announceProgress(changes, { ...run, done: run.total })
}

/** Progress, for whoever looks; lost without harm. */
export function announceProgress(changes: Pick<Changes, 'announce'>, run: Run): Promise<void> {
  const event: LiveEvent = {
    kind: 'job',
    job: run.ruleId === null ? 'list-run' : 'rule-run',
    accountId: run.personal,
    done: run.done,
    total: run.total,
    text: run.ruleId === null ? ruleRunWireId.encode(run.id) : run.name,
  }
  return changes.announce(run.userId, event)
}
