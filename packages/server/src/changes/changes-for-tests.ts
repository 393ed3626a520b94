import type { AccountId, UserId } from '@plmail/wire'
import pg from 'pg'
import { type TestDatabase, testDatabase } from '../../../../test/fixtures/database.ts'
import { fixedClock } from '../kit/clock.ts'
import { type Changes, createChanges, type Listen } from './index.ts'

export const start = new Date('2026-03-01T10:00:00Z')

/** A database of its own, the processes over it, and whose objects change. */
export interface ChangesForTests extends AsyncDisposable {
  db: TestDatabase
  /** The room as one more process has it. */
  process(): Changes
  newUser(): Promise<UserId>
  /** Opens a mail account of this user. */
  open(userId: UserId): Promise<AccountId>
}

export async function changesForTests(): Promise<ChangesForTests> {
  const db = await testDatabase()
  const listen = listenOn(db.connectionString)
  const process = () => createChanges({ database: db.database, listen, clock: fixedClock(start) })
  return {
    ...{ db, process },
    newUser: async () => {
      const [row] = await db.database.query<{ id: UserId }>(
        `insert into app_user (email, name, password_hash, created_at)
         values (gen_random_uuid() || '@example.test', 'A', '', now()) returning id`,
      )
      return row!.id
    },
    open: (userId) => db.database.transaction((tx) => process().open(tx, userId, 'mail')),
    [Symbol.asyncDispose]: () => db[Symbol.asyncDispose](),
  }
}

function listenOn(connectionString: string): Listen {
  return async (channel, on) => {
    const client = new pg.Client({ connectionString })
    await client.connect()
    client.on('notification', (message) => on.notify(message.payload ?? ''))
    await client.query(`listen ${channel}`)
    return () => client.end()
  }
}
