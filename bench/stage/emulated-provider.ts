import pg from 'pg'
import type { AccountId, UserId } from '@plmail/wire'
import {
  fill,
  mailbox as planMailbox,
  type MailboxProfile,
} from '../../packages/emulators/src/generator/index.ts'
import type { VirtualClock, World } from '../../packages/emulators/src/index.ts'
import type { EmulatedMailbox } from '../../packages/emulators/src/mailbox.ts'
import { gmailUnits } from '../../packages/server/src/main/provider-sessions.ts'
import type { AccountSession } from '../../packages/server/src/providers/contract/index.ts'
import { googleForTests } from '../../packages/server-testing/src/providers/google/test-google.ts'
import { createGoogleSession } from '../../packages/server/src/providers/google/index.ts'
import { microsoftForTests } from '../../packages/server-testing/src/providers/microsoft/test-microsoft.ts'
import type { Database } from '../../packages/server/src/store/index.ts'
import { createBudget } from '../../packages/server/src/sync/index.ts'

export type Emulated = 'Gmail' | 'Graph'

/** An emulated provider with one mailbox, on a clock that moves only when somebody waits. */
export interface EmulatedProvider extends AsyncDisposable {
  mailbox: EmulatedMailbox
  session(database: Database, account: AccountId, reserve: number): AccountSession
  /** The operation that reads one message. */
  fetch: string
  floor(requests: number, fetches: number): number
}

/** Starts the provider with a mailbox of this profile. */
export async function emulatedProvider(
  { provider: name, profile }: { provider: Emulated; profile: MailboxProfile },
  world: World,
  clock: VirtualClock,
): Promise<EmulatedProvider> {
  const owner = { name: 'Ada', email: 'ada@example.test' }
  const planned = planMailbox(profile, { seed: 'bench', owner, until: clock.now() })
  if (name === 'Gmail') {
    const emulated = await googleForTests('bench', world, clock)
    const mailbox = emulated.google.addAccount(owner.email, { name: owner.name })
    fill(mailbox, planned)
    const needs = await emulated.needs(owner.email)
    const sleep = (milliseconds: number) => clock.advance(milliseconds)
    return {
      mailbox,
      session: (database, account, reserve) =>
        createGoogleSession({
          ...needs,
          budget: createBudget({ database, clock, sleep }, account, { ...gmailUnits, reserve }),
        }),
      fetch: 'gmail.users.messages.get',
      // 6,000 units a minute and 20 for each message; what is listed beside them is not in the way.
      floor: (_requests, fetches) => ((fetches * 20) / 6_000) * 60,
      [Symbol.asyncDispose]: () => emulated[Symbol.asyncDispose](),
    }
  }
  const emulated = await microsoftForTests('bench', world, clock)
  const mailbox = emulated.microsoft.addAccount(owner.email, { displayName: owner.name })
  fill(mailbox, planned)
  const session = await emulated.open(owner.email)
  return {
    mailbox,
    session: () => session,
    fetch: 'graph.messages.value',
    // 10,000 requests in ten minutes: the next ten thousand have to wait for the next ten.
    floor: (requests) => Math.floor(requests / 10_000) * 600,
    [Symbol.asyncDispose]: () => emulated[Symbol.asyncDispose](),
  }
}

export interface BenchAccount {
  id: AccountId
  user: UserId
}

/** An account of the user that was set up. No job of the server looks at it: there is nobody to sign in as. */
export async function newAccount(connectionString: string): Promise<BenchAccount> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query<{ id: string; user_id: string }>(
      `insert into jmap_account (user_id, kind, state) select id, 'mail', 1 from app_user limit 1 returning id, user_id`,
    )
    return { id: Number(rows[0]?.id) as AccountId, user: Number(rows[0]?.user_id) as UserId }
  } finally {
    await client.end()
  }
}

/** The database of the server that runs on this data folder. */
export const connectionTo = (dataFolder: string): string =>
  `postgresql://plmail@localhost/plmail?host=${encodeURIComponent(`${dataFolder}/postgres.work`)}`
