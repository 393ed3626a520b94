import type { AccountId, JournalId, UserId } from '@plmail/wire'
import type { Clock } from '../kit/clock.ts'
import type { Database, Tx } from '../store/index.ts'
import { AccountGone } from './account-gone.ts'
import type { Cause, Change, JournalItem, Written } from './door.ts'
import { insertJournal, insertJournalItems, JournalDraft, setJournalState } from './journal.ts'
import { notifyState } from './live.ts'
import { logRows, Recorder } from './recorder.ts'

/** See `Changes.write`. */
export function write<T>(
  database: Database,
  clock: Clock,
  accountId: AccountId,
  cause: Cause,
  work: (change: Change) => Promise<T>,
): Promise<Written<T>> {
  return database.transaction(async (tx) => {
    const account = await lockAccount(tx, accountId)
    const opened = openChange(tx, accountId, account.userId, account.state + 1, clock.now(), cause)
    const result = await work(opened.change)
    const state = await writeLog(tx, opened.change, account.state, opened.recorder)
    const journalId = await opened.closeJournal(state)
    return journalId === undefined ? { result, state } : { result, state, journalId }
  })
}

interface LockedAccount {
  userId: UserId
  state: number
}

async function lockAccount(tx: Tx, accountId: AccountId): Promise<LockedAccount> {
  // "no key update" excludes every other writer, yet lets rows that only refer to the account be inserted meanwhile.
  const [account] = await tx.prepared<LockedAccount>(
    'changes-lock-account',
    'select user_id as "userId", state from jmap_account where id = $1 for no key update',
    [accountId],
  )
  if (!account) throw new AccountGone(accountId)
  return account
}

interface OpenedChange {
  change: Change
  recorder: Recorder
  /** Writes what was journalled; the entry's id when there is one. */
  closeJournal(state: number): Promise<JournalId | undefined>
}

function openChange(
  tx: Tx,
  accountId: AccountId,
  userId: UserId,
  state: number,
  at: Date,
  cause: Cause,
): OpenedChange {
  const recorder = new Recorder()
  const draft = new JournalDraft()
  let entry: Promise<JournalId> | undefined
  const journalId = () => (entry ??= insertJournal(tx, accountId, state, at, cause))
  const change = {
    tx,
    accountId,
    userId,
    state,
    at,
    cause,
    journalId,
    created: recorder.created,
    updated: recorder.updated,
    destroyed: recorder.destroyed,
    journal: (items: readonly JournalItem[]) => draft.add(items),
  } as unknown as Change // the brand exists in types only, and this is the one place that may give it
  const closeJournal = async (finalState: number) => {
    const items = draft.items()
    if (items.length > 0) await insertJournalItems(tx, await journalId(), items)
    if (entry && finalState !== state) await setJournalState(tx, await entry, finalState)
    return entry
  }
  return { change, recorder, closeJournal }
}

/** Writes the log rows, moves the account's state and notifies; the state after that. */
async function writeLog(tx: Tx, change: Change, before: number, recorder: Recorder): Promise<number> {
  const { rows, state } = logRows(recorder.entries(), before)
  if (rows.length === 0) return before
  await tx.prepared(
    'changes-write-log',
    `with moved as (update jmap_account set state = $3 where id = $1)
     insert into change_log (account_id, object_type, state, object_id, change, properties)
     select $1, r.type, r.state, r.id, r.change, r.properties
     from jsonb_to_recordset($2::jsonb) as r (type text, state bigint, id bigint, change text, properties text[])`,
    [change.accountId, JSON.stringify(rows), state],
  )
  const types = [...new Set(rows.map((row) => row.type))]
  const delivered = rows.some((row) => row.type === 'Email' && row.change === 'created')
  await notifyState(tx, change.userId, change.accountId, state, types, delivered)
  return state
}
