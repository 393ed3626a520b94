import type { AccountId, UserId } from '@plmail/wire'
import type { Clock } from '../kit/clock.ts'
import type { Database } from '../store/index.ts'
import { AccountGone } from './account-gone.ts'
import { accountTurns } from './account-turns.ts'
import type { AccountState, Changes } from './types.ts'
import { createUserCache } from './user-cache.ts'
import { journalEntry, selectJournal, markUndone, touchedSince } from './journal.ts'
import { announce, type ListenForChanges, listenToLive } from './live.ts'
import { newsSince } from './news.ts'
import { since } from './changes-since.ts'
import { trim } from './trim-log.ts'
import { write } from './write-change.ts'

export interface ChangesOptions {
  database: Database
  /** Subscribes to a NOTIFY channel; store's listener. */
  listen: ListenForChanges
  clock: Clock
}

/** The change ledger over one database; any number of processes may hold one. */
export function createChanges({ database, listen, clock }: ChangesOptions): Changes {
  // A user's personal account is made with the user and stays theirs, so it is looked up once.
  const getPersonalAccount = new Map<UserId, AccountId>()
  const cachesOfUsers = createUserCache(listen, clock)
  const inTurn = accountTurns()
  return {
    open: async (tx, userId, kind) => {
      const [row] = await tx.query<{ id: AccountId }>(
        'insert into jmap_account (user_id, kind) values ($1, $2) returning id',
        [userId, kind],
      )
      if (!row) throw new Error('insert returned no row')
      await cachesOfUsers.forget(tx)
      return row.id
    },
    close: async (tx, accountId) => {
      await tx.query('delete from jmap_account where id = $1', [accountId])
      await cachesOfUsers.forget(tx)
    },
    whileAccountsStay: (read) => cachesOfUsers.keep(read),
    write: (accountId, cause, work) =>
      inTurn(accountId, () => write({ database, clock }, accountId, cause, nothing, work)),
    writeAfter: (accountId, cause, read, work) =>
      inTurn(accountId, () => write({ database, clock }, accountId, cause, read, work)),
    personal: async (userId) => {
      const accountId = getPersonalAccount.get(userId) ?? (await personal(database, userId))
      if (accountId !== undefined) getPersonalAccount.set(userId, accountId)
      return accountId
    },
    state: (accountId) => state(database, accountId),
    states: (userId) => states(database, userId),
    newsSince: (userId, sinceStates) => newsSince(database, userId, sinceStates),
    since: (accountId, type, sinceState, maxChanges) =>
      since(database, accountId, type, sinceState, maxChanges),
    journal: {
      get: (userId, id) => journalEntry(database, userId, id),
      list: (accountId, limit) => selectJournal(database, accountId, limit),
      touched: (accountId, type, sinceState, limit) =>
        touchedSince(database, accountId, type, sinceState, limit),
      markUndone,
    },
    trim: (days) => trim(database, clock, days),
    announce: (userId, event) => announce(database, userId, event),
    listen: (on) => listenToLive(listen, on),
  }
}

const nothing = async (): Promise<void> => {}

async function state(database: Database, accountId: AccountId): Promise<number> {
  const [row] = await database.prepared<{ state: number }>(
    'changes-state',
    'select state from jmap_account where id = $1',
    [accountId],
  )
  if (!row) throw new AccountGone(accountId)
  return row.state
}

async function personal(database: Database, userId: UserId): Promise<AccountId | undefined> {
  const [row] = await database.prepared<{ id: AccountId }>(
    'changes-personal',
    `select id from jmap_account where user_id = $1 and kind = 'personal'`,
    [userId],
  )
  return row?.id
}

function states(database: Database, userId: UserId): Promise<AccountState[]> {
  return database.prepared<AccountState>(
    'changes-states',
    `select id as "accountId", state from jmap_account where user_id = $1 and kind = 'mail' order by id`,
    [userId],
  )
}
