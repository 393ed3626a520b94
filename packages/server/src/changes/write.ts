import type { AccountId, JournalId, UserId } from '@plmail/wire'
import type { Clock } from '../kit/clock.ts'
import type { Database, Tx } from '../store/index.ts'
import { AccountGone } from './account-gone.ts'
import type { Cause, Change, JournalItem, Written } from './door.ts'
import { type Entry, entryValues, insertEntry, JournalDraft } from './journal.ts'
import { stateNews } from './live.ts'
import { logRows, Recorder } from './recorder.ts'

/** See `Changes.writeAfter`. */
export function write<Read, T>(
  { database, clock }: { database: Database; clock: Clock },
  accountId: AccountId,
  cause: Cause,
  read: (tx: Tx) => Promise<Read>,
  work: (change: Change, read: Read) => Promise<T>,
): Promise<Written<T>> {
  return database.transaction(async (tx) => {
    const [account, found] = await Promise.all([lockAccount(tx, accountId), read(tx)])
    const opened = openChange(tx, accountId, account, clock.now(), cause)
    const result = await work(opened.change, found)
    const log = logOf(opened.change, account.state, opened.recorder)
    const state = log?.state ?? account.state
    const entry = opened.entry(state)
    sendClosing(tx, log, entry)
    return entry === undefined ? { result, state } : { result, state, journalId: entry.id }
  })
}

interface LockedAccount {
  userId: UserId
  state: number
  /** Nobody's yet: of the journal entry, should this write make one. */
  journalId: JournalId
}

async function lockAccount(tx: Tx, accountId: AccountId): Promise<LockedAccount> {
  // "no key update" excludes every other writer, yet lets rows that only refer to the account be inserted meanwhile.
  // The id is taken outside, after the lock, so that ids of entries follow each other as states do.
  const [account] = await tx.prepared<LockedAccount>(
    'changes-lock-account',
    `select user_id as "userId", state, nextval('journal_id_seq') as "journalId"
     from (select user_id, state from jmap_account where id = $1 for no key update) as locked`,
    [accountId],
  )
  if (!account) throw new AccountGone(accountId)
  return account
}

interface OpenedChange {
  change: Change
  recorder: Recorder
  /** The journal entry, when something was journalled or refers to it. */
  entry(state: number): Entry | undefined
}

function openChange(
  tx: Tx,
  accountId: AccountId,
  { userId, state: before, journalId }: LockedAccount,
  at: Date,
  cause: Cause,
): OpenedChange {
  const recorder = new Recorder()
  const draft = new JournalDraft()
  let isReferredTo = false
  const change = {
    tx,
    accountId,
    userId,
    state: before + 1,
    at,
    cause,
    journalId: () => {
      isReferredTo = true
      return journalId
    },
    created: recorder.created,
    updated: recorder.updated,
    destroyed: recorder.destroyed,
    journal: (items: readonly JournalItem[]) => draft.add(items),
  } as unknown as Change // the brand exists in types only, and this is the one place that may give it
  const entry = (state: number): Entry | undefined => {
    const items = draft.items()
    if (items.length === 0 && !isReferredTo) return undefined
    return { id: journalId, accountId, state, at, cause, items }
  }
  return { change, recorder, entry }
}

interface Log {
  /** The account's state after the write. */
  state: number
  values: unknown[]
}

/** What the write adds to the log; undefined when nothing was recorded. */
function logOf(change: Change, before: number, recorder: Recorder): Log | undefined {
  const { rows, state } = logRows(recorder.entries(), before)
  if (rows.length === 0) return undefined
  const types = [...new Set(rows.map((row) => row.type))]
  const delivered = rows.some((row) => row.type === 'Email' && row.change === 'created')
  const news = stateNews(change.userId, change.accountId, state, types, delivered)
  return { state, values: [change.accountId, JSON.stringify(rows), state, ...news] }
}

/** Writes the log, moves the account's state, notifies, and writes the journal entry: with what comes before commit. */
function sendClosing(tx: Tx, log: Log | undefined, entry: Entry | undefined): void {
  if (log && entry) {
    const text = `with entry as (${insertEntry(log.values.length + 1)}), ${writeLog}`
    tx.send('changes-close', text, [...log.values, ...entryValues(entry)])
  } else if (log) tx.send('changes-write-log', `with ${writeLog}`, log.values)
  else if (entry) tx.send('changes-write-journal', insertEntry(1), entryValues(entry))
}

const writeLog = `
  moved as (update jmap_account set state = $3 where id = $1),
  logged as (
    insert into change_log (account_id, object_type, state, object_id, change, properties)
    select $1, r.type, r.state, r.id, r.change, r.properties
    from jsonb_to_recordset($2::jsonb) as r (type text, state bigint, id bigint, change text, properties text[]))
  select pg_notify($4, $5)`
