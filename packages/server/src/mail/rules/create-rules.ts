import type { AccountId, RuleId, RuleRunId, UserId } from '@plmail/wire'
import type { Changes } from '../../changes/index.ts'
import type { Jobs } from '../../jobs/index.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Database } from '../../store/index.ts'
import type { OutboxDoor } from '../types.ts'
import { type ArrivedParts, judgeArrived } from './apply-rules.ts'
import type { RuleRefusal, RuleRunView, Rules } from './types.ts'
import { ruleGiveUp, ruleRun, ruleUndo, runQueue } from './rule-jobs.ts'
import { listRuns, startListRun } from './list-run.ts'
import { preview } from './preview-rule.ts'
import { createTypedParser } from './typed-conditions.ts'
import { selectRules } from './rule-rows.ts'
import { runById, selectRunning, type RunParts, toView, workRun } from './run.ts'
import { giveUp, setRules } from './set-rules.ts'
import { missingPath, pathsIn } from './rule-folders.ts'
import { workUndo } from './undo-run.ts'

export interface RulesOptions {
  database: Database
  changes: Changes
  outbox: OutboxDoor
  jobs: Jobs
  clock: Clock
  /** IANA name of the zone in which the user's days begin. */
  getTimeZone(userId: UserId): Promise<string>
}

export function createRules(options: RulesOptions): Rules {
  const { database, changes, jobs, clock } = options
  const typed = createTypedParser(options)
  const listAccounts = async (userId: UserId) =>
    (await changes.states(userId)).map((account) => account.accountId)
  const parts: RunParts = { ...options, typed }
  const judging: ArrivedParts = {
    outbox: options.outbox,
    typed,
    now: () => clock.now(),
    giveUp: async (change, ruleId, folder) => {
      const personal = await changes.personal(change.userId)
      if (personal !== undefined) await jobs.enqueue(change.tx, ruleGiveUp, { personal, ruleId, folder })
    },
    isKept: async (change, { accountIds }, folder) => {
      const about = accountIds ?? (await listAccounts(change.userId))
      return (await missingPath(change.tx, about, [folder])) === undefined
    },
  }
  jobs.handle(ruleRun, ({ runId }, context) => workRun(parts, runId, context))
  jobs.handle(ruleUndo, ({ runId }, context) => workUndo(parts, runId, context))
  jobs.handle(ruleGiveUp, ({ personal, ruleId, folder }) => giveUp(changes, personal, ruleId, folder))
  return {
    list: (personal) => selectRules(database, personal),
    set: (userId, personal, request, ifState) =>
      setRules({ changes, typed, listAccounts }, userId, personal, request, ifState),
    preview: (userId, condition, accountIds, newest) =>
      preview({ database, typed }, userId, condition, accountIds, newest),
    run: (userId, personal, id, accountIds) => startRun(parts, { userId, personal, id, mine: accountIds }),
    runOnList: (userId, personal, wish) => startListRun(parts, userId, personal, wish),
    listRuns: (personal) =>
      listRuns(database, personal, new Date(clock.now().getTime() - undoHours * 3_600_000)),
    undoRun: (_, personal, id) => startUndo(parts, personal, id),
    arrived: (change, messages) => judgeArrived(judging, change, messages),
    sweep: () => sweep(options),
  }
}

interface RunStart {
  userId: UserId
  personal: AccountId
  id: RuleId
  mine: readonly AccountId[]
}

async function startRun(
  parts: RunParts,
  { userId, personal, id, mine }: RunStart,
): Promise<RuleRunView | RuleRefusal> {
  const rule = (await selectRules(parts.database, personal)).find((view) => view.id === id)
  if (!rule) return 'not-found'
  const accountIds = mine.filter(
    (accountId) => rule.accountIds === null || rule.accountIds.includes(accountId),
  )
  const matches = await preview(parts, userId, rule.condition, accountIds, 0)
  if (typeof matches === 'string') return matches
  if (await missingPath(parts.database, accountIds, pathsIn(rule.actions))) return 'unknown-mailbox'
  const cause = { actor: { kind: 'user' as const, userId }, verb: 'run-rule' }
  const { result } = await parts.changes.write(personal, cause, async (change) => {
    const under = await selectRunning(change.tx, personal, id)
    if (under) return under.id
    const [row] = await change.tx.query<{ id: RuleRunId }>(
      `insert into mail_rule_run (account_id, user_id, rule_id, name, account_ids, condition, actions, state,
         total, began_at)
       values ($1, $2, $3, $4, $5, $6, $7, 'running', $8, $9) returning id`,
      [
        personal,
        userId,
        id,
        rule.name,
        accountIds,
        JSON.stringify(rule.condition),
        JSON.stringify(rule.actions),
        matches.total,
        parts.clock.now(),
      ],
    )
    if (!row) throw new Error('insert returned nothing')
    change.updated('Rule', [id])
    await parts.jobs.enqueue(change.tx, ruleRun, { runId: row.id }, { queue: runQueue(row.id) })
    return row.id
  })
  const run = await runById(parts.database, result)
  return run ? toView(run) : 'not-found'
}

const undoHours = 24

async function startUndo(
  parts: RunParts,
  personal: AccountId,
  id: RuleRunId,
): Promise<RuleRunView | 'not-found' | 'expired'> {
  const run = await runById(parts.database, id)
  if (!run || run.personal !== personal) return 'not-found'
  const until = new Date(run.beganAt.getTime() + undoHours * 3_600_000)
  if (until < parts.clock.now()) return 'expired'
  const cause = { actor: { kind: 'user' as const, userId: run.userId }, verb: 'undo-run' }
  await parts.changes.write(personal, cause, async (change) => {
    const rows = await change.tx.query(
      `update mail_rule_run set state = 'undoing' where id = $1 and state in ('running', 'done', 'failed')
       returning id`,
      [id],
    )
    if (rows.length === 0) return
    if (run.ruleId !== null) change.updated('Rule', [run.ruleId])
    await parts.jobs.enqueue(change.tx, ruleUndo, { runId: id }, { queue: runQueue(id) })
  })
  const now = await runById(parts.database, id)
  return now ? toView(now) : 'not-found'
}

/** See `Rules.sweep`; as long as the journal, whose entries a run names. */
const keptDays = 30

async function sweep({ database, clock }: Pick<RulesOptions, 'database' | 'clock'>): Promise<number> {
  const before = new Date(clock.now().getTime() - keptDays * 86_400_000)
  const rows = await database.query(
    `delete from mail_rule_run where began_at < $1 and state not in ('running', 'undoing') returning id`,
    [before],
  )
  return rows.length
}
