import type { AccountId, JournalId, UserId } from '@plmail/wire'
import type { Clock } from '../kit/clock.ts'
import { type Database, type Tx, named } from '../store/index.ts'
import { AccountGone } from './account-gone.ts'
import type { Cause, Change, JournalItem, WrittenChange } from './types.ts'
import { type JournalItemEntry, entryValues, insertEntry, JournalDraft } from './journal.ts'
import { stateNews } from './live.ts'
import { logRows, Recorder } from './recorder.ts'

/** See `Changes.writeAfter`. */
export function write<Read, T>(
  { database, clock }: { database: Database; clock: Clock },
  accountId: AccountId,
  cause: Cause,
  read: (tx: Tx) => Promise<Read>,
  work: (change: Change, read: Read) => Promise<T>,
): Promise<WrittenChange<T>> {
  return database.transaction(async (tx) => {
    const [account, readResult] = await Promise.all([lockAccount(tx, accountId), read(tx)])
    const opened = openChange(tx, { accountId, lockedAccount: account, at: clock.now(), cause })
    const result = await work(opened.change, readResult)
    const log = buildLog(opened.change, account.state, opened.recorder)
    const state = log?.state ?? account.state
    const entry = opened.entry(state)
    sendClosing(tx, log, entry)
    for (const aside of opened.asides(state))
      tx.send('changes-write-journal', ...named(insertEntry, entryValues(aside)))
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
  entry(state: number): JournalItemEntry | undefined
  /** Returns the journal entries of the asides, in order. */
  asides(state: number): JournalItemEntry[]
}

interface OpeningChange {
  accountId: AccountId
  lockedAccount: LockedAccount
  at: Date
  cause: Cause
}

function openChange(
  tx: Tx,
  { accountId, lockedAccount: { userId, state: before, journalId }, at, cause }: OpeningChange,
): OpenedChange {
  const recorder = new Recorder()
  const openings: Opened[] = []
  const open = (of: Cause, id: JournalId): Change => {
    const opened: Opened = { id, cause: of, draft: new JournalDraft(), isReferredTo: false }
    openings.push(opened)
    return {
      tx,
      accountId,
      userId,
      state: before + 1,
      at,
      cause: of,
      journalId: () => {
        opened.isReferredTo = true
        return id
      },
      created: recorder.created,
      updated: recorder.updated,
      destroyed: recorder.destroyed,
      journal: (items: readonly JournalItem[]) => opened.draft.add(items),
      aside: async (why: Cause) => open(why, await nextJournalId(tx)),
    } as unknown as Change // the brand exists in types only, and this is the one place that may give it
  }
  const getEntries = (some: readonly Opened[], state: number): JournalItemEntry[] =>
    some.flatMap(({ id, cause: why, draft, isReferredTo }) => {
      const items = draft.items()
      return items.length > 0 || isReferredTo ? [{ id, accountId, state, at, cause: why, items }] : []
    })
  return {
    change: open(cause, journalId),
    recorder,
    entry: (state) => getEntries(openings.slice(0, 1), state)[0],
    asides: (state) => getEntries(openings.slice(1), state),
  }
}

interface Opened {
  id: JournalId
  cause: Cause
  draft: JournalDraft
  isReferredTo: boolean
}

async function nextJournalId(tx: Tx): Promise<JournalId> {
  const [row] = await tx.prepared<{ id: JournalId }>(
    'changes-next-journal-id',
    `select nextval('journal_id_seq') as id`,
  )
  if (!row) throw new Error('a sequence gave no number')
  return row.id
}

interface Log {
  /** The account's state after the write. */
  state: number
  values: LogValues
}

interface LogValues {
  accountId: AccountId
  rows: string
  state: number
  channel: string
  news: string
}

/** Returns the log rows of the write; undefined when nothing was recorded. */
function buildLog(change: Change, before: number, recorder: Recorder): Log | undefined {
  const { rows, state } = logRows(recorder.entries(), before)
  if (rows.length === 0) return undefined
  const types = [...new Set(rows.map((row) => row.type))]
  const delivered = rows.some((row) => row.type === 'Email' && row.change === 'created')
  const [channel, news] = stateNews(change.userId, change.accountId, state, types, delivered)
  return { state, values: { accountId: change.accountId, rows: JSON.stringify(rows), state, channel, news } }
}

/** Writes the log, moves the account's state, notifies, and writes the journal entry: with what comes before commit. */
function sendClosing(tx: Tx, log: Log | undefined, entry: JournalItemEntry | undefined): void {
  if (log && entry) {
    tx.send('changes-close', ...named(closeText, { ...log.values, ...entryValues(entry) }))
  } else if (log) tx.send('changes-write-log', ...named(writeLogText, { ...log.values }))
  else if (entry) tx.send('changes-write-journal', ...named(insertEntry, entryValues(entry)))
}

const writeLog = `
  moved as (update jmap_account set state = $state where id = $accountId),
  logged as (
    insert into change_log (account_id, object_type, state, object_id, change, properties)
    select $accountId, r.type, r.state, r.id, r.change, r.properties
    from jsonb_to_recordset($rows::jsonb) as r (type text, state bigint, id bigint, change text, properties text[]))
  select pg_notify($channel, $news)`

const writeLogText = `with ${writeLog}`
const closeText = `with entry as (${insertEntry}), ${writeLog}`
