import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/**
 * Exclusive locks by name over all processes of one database, held by a session (advisory locks) and so given
 * back by PostgreSQL itself when the holder dies.
 */
export interface Locks {
  /** Waits for the lock, runs `work`, gives the lock back. */
  withLock<T>(key: string, work: (signal: AbortSignal) => Promise<T>): Promise<T>
  /** As `withLock`, but answers `held: false` at once when somebody has the lock. */
  tryLock<T>(key: string, work: (signal: AbortSignal) => Promise<T>): Promise<TryOutcome<T>>
  close(): Promise<void>
}

export type TryOutcome<T> = { held: true; result: T } | { held: false }

/** The session that held the lock is gone, so somebody else may hold it; carried by the work's signal. */
export class LockLost extends Error {}

interface Session {
  client: pg.Client
  gone: AbortController
}

const firstWaitMs = 20
const longestWaitMs = 250

/**
 * One session per process holds all its locks, so locks cost no connection each. Waiting is asking again: a
 * blocking lock call would hold up every other lock of the session. `work` is told by its signal when the
 * session is lost.
 */
export function createLocks(connectionString: string): Locks {
  const mine = new Set<string>() // a session may take its own lock twice, so the process keeps count itself
  let session: Promise<Session> | undefined

  const forget = (lost: Promise<Session>) => {
    if (session === lost) session = undefined
  }
  const connected = (): Promise<Session> => {
    if (session) return session
    const opening = openSession(connectionString, () => forget(opening))
    session = opening
    opening.catch(() => forget(opening))
    return opening
  }

  const tryLock = async <T>(
    key: string,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<TryOutcome<T>> => {
    if (mine.has(key)) return { held: false }
    mine.add(key)
    try {
      const { client, gone } = await connected()
      if (!(await ask(client, 'pg_try_advisory_lock', key))) return { held: false }
      try {
        return { held: true, result: await work(gone.signal) }
      } finally {
        if (!gone.signal.aborted) await ask(client, 'pg_advisory_unlock', key).catch(() => {})
      }
    } finally {
      mine.delete(key)
    }
  }

  return {
    tryLock,
    withLock: async (key, work) => {
      for (let wait = firstWaitMs; ; wait = Math.min(wait * 2, longestWaitMs)) {
        const outcome = await tryLock(key, work)
        if (outcome.held) return outcome.result
        await sleep(wait)
      }
    },
    close: async () => {
      const current = await session?.catch(() => undefined)
      await current?.client.end()
    },
  }
}

async function openSession(connectionString: string, ended: () => void): Promise<Session> {
  const client = new pg.Client({ connectionString, keepAlive: true, connectionTimeoutMillis: 10_000 })
  const gone = new AbortController()
  const over = () => {
    ended()
    if (!gone.signal.aborted) gone.abort(new LockLost('The database session that held the lock is gone'))
  }
  client.on('error', over)
  client.on('end', over)
  await client.connect()
  return { client, gone }
}

type LockCall = 'pg_try_advisory_lock' | 'pg_advisory_unlock'

async function ask(client: pg.Client, call: LockCall, key: string): Promise<boolean> {
  const { rows } = await client.query<{ done: boolean }>(`select ${call}(hashtextextended($1, 0)) as done`, [
    key,
  ])
  return rows[0]?.done ?? false
}
