import type { AccountId, UserId } from '@plmail/wire'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type TestDatabase, testDatabase } from '../store/test-database.ts'
import { fixedClock } from '../../../server/src/kit/clock.ts'
import { type Changes, createChanges, type ListenForChanges } from '../../../server/src/changes/index.ts'

export const start = new Date('2026-03-01T10:00:00Z')

/** The room over a database of the test file's own; each test has a user with a mail account of its own. */
export class Workbench {
  changes!: Changes
  user!: UserId
  account!: AccountId
  db!: TestDatabase

  constructor() {
    beforeAll(async () => {
      this.db = await testDatabase()
    })
    beforeEach(async () => {
      this.changes = this.process()
      this.user = await this.newUser()
      this.account = await this.open(this.user)
    })
    afterAll(() => this.db[Symbol.asyncDispose]())
  }

  /** The room as one more process has it. */
  process(): Changes {
    const listen = listenOn(this.db.connectionString)
    return createChanges({ database: this.db.database, listen, clock: fixedClock(start) })
  }

  async newUser(): Promise<UserId> {
    const [row] = await this.db.database.query<{ id: UserId }>(
      `insert into app_user (email, name, password_hash, created_at)
       values (gen_random_uuid() || '@example.test', 'A', '', now()) returning id`,
    )
    return row!.id
  }

  /** Opens a mail account of this user. */
  open(userId: UserId): Promise<AccountId> {
    return this.db.database.transaction((tx) => this.process().open(tx, userId, 'mail'))
  }
}

function listenOn(connectionString: string): ListenForChanges {
  return async (channel, on) => {
    const client = new pg.Client({ connectionString })
    await client.connect()
    client.on('notification', (message) => on.notify(message.payload ?? ''))
    await client.query(`listen ${channel}`)
    return () => client.end()
  }
}
