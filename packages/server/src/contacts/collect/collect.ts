import type { AccountId, UserId } from '@plmail/wire'
import type { Changes } from '../../changes/index.ts'
import type { JobKind, Jobs } from '../../jobs/index.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Random } from '../../kit/random.ts'
import type { SentCursor, SentPage } from '../../mail/index.ts'
import type { Database, Sql } from '../../store/index.ts'
import { loadBooks } from '../address-books.ts'
import { noteWritten, writtenTo } from './note-written.ts'

export interface CollectNeeds {
  database: Database
  changes: Changes
  jobs: Pick<Jobs, 'enqueue' | 'handle'>
  clock: Clock
  random: Random
  /** Mail that was sent from the account since. */
  sentAfter(accountId: AccountId, cursor: SentCursor, limit: number): Promise<SentPage>
  listAccounts(userId: UserId): Promise<AccountId[]>
  ownAddresses(userId: UserId): Promise<ReadonlySet<string>>
}

/** So many are read while somebody waits for a name; what was sent before plMail was there is read by a job. */
const atOnce = 50
const slice = 1000
/** How long somebody may be missing who was written to a moment ago. */
const restMs = 5_000

/** Safe to run twice: what was counted and how far it was read are one commit. */
const kind: JobKind<{ userId: number }> = {
  name: 'collect-people',
  lane: 'backlog',
  maxAttempts: 5,
  parse: (payload) => {
    const { userId } = (payload ?? {}) as { userId?: unknown }
    if (typeof userId !== 'number') throw new Error('no user')
    return { userId }
  },
}

export function createCollect(needs: CollectNeeds): (userId: UserId) => Promise<void> {
  const { jobs, clock } = needs
  const lastAt = new Map<UserId, number>()
  const running = new Map<UserId, Promise<void>>()

  jobs.handle(kind, async ({ userId }, { signal }) => {
    for (const accountId of await needs.listAccounts(userId as UserId))
      while (await readOn(needs, userId as UserId, accountId, slice)) signal.throwIfAborted()
  })

  async function count(userId: UserId): Promise<void> {
    let isMore = false
    for (const accountId of await needs.listAccounts(userId))
      if (await readOn(needs, userId, accountId, atOnce)) isMore = true
    if (isMore) await jobs.enqueue(undefined, kind, { userId }, { key: `collect-people:${String(userId)}` })
  }

  return (userId) => {
    // Each key that is typed asks, and only the last answer is shown: it waits for what the first one counts.
    const earlier = running.get(userId)
    // Why it failed is told to the first one; the others are answered from what is counted.
    if (earlier) return earlier.catch(() => {})
    const now = clock.now().getTime()
    if (now - (lastAt.get(userId) ?? -Infinity) < restMs) return Promise.resolve()
    lastAt.set(userId, now)
    const counting = count(userId)
      .catch((error: unknown) => {
        lastAt.delete(userId)
        throw error
      })
      .finally(() => running.delete(userId))
    running.set(userId, counting)
    return counting
  }
}

/** Counts the next messages of one account; whether there may be more. */
async function readOn(
  needs: CollectNeeds,
  userId: UserId,
  mailAccount: AccountId,
  limit: number,
): Promise<boolean> {
  const { database, changes, random } = needs
  const personal = await changes.personal(userId)
  if (personal === undefined) return false
  const before = await selectCursor(database, mailAccount)
  const { messages, cursor, isMore } = await needs.sentAfter(mailAccount, before, limit)
  if (messages.length === 0) return false
  const people = writtenTo(messages, await needs.ownAddresses(userId))
  const books = await loadBooks(needs, personal)
  const collected = books.find(({ role }) => role === 'collected')?.id
  const cause = { actor: { kind: 'system' as const }, verb: 'collect-people' }
  await changes.write(personal, cause, async (change) => {
    const now = await selectCursor(change.tx, mailAccount)
    // Somebody else has counted them meanwhile; the write lock of the personal account lets one do it at a time.
    if (now.messageId !== before.messageId || now.settledAt.getTime() !== before.settledAt.getTime()) return
    await change.tx.query(
      `insert into contact_cursor (mail_account_id, message_id, settled_at) values ($1, $2, $3)
       on conflict (mail_account_id) do update
         set message_id = excluded.message_id, settled_at = excluded.settled_at`,
      [mailAccount, cursor.messageId, cursor.settledAt],
    )
    await noteWritten(change, random, collected, people)
  })
  return isMore
}

async function selectCursor(sql: Sql, mailAccount: AccountId): Promise<SentCursor> {
  const [row] = await sql.query<SentCursor>(
    `select message_id as "messageId", settled_at as "settledAt" from contact_cursor where mail_account_id = $1`,
    [mailAccount],
  )
  return row ?? { messageId: 0, settledAt: new Date(0) }
}
