import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { inSequence } from './in-sequence.ts'

/**
 * Exclusive locks by name over all processes of one database, held by a session (advisory locks) and so given
 * back by PostgreSQL itself when the holder dies.
 */
export interface Locks {
  /** Waits for the lock, runs `work`, gives the lock back. The signal aborts when the lock is lost meanwhile. */
  withLock<T>(key: string, work: (signal: AbortSignal) => Promise<T>): Promise<T>
  /** Undefined at once when somebody has the lock, be it this process. */
  tryLock(key: string): Promise<Lock | undefined>
  /** Gives back what is held. */
  close(): Promise<void>
}

interface Lock {
  /** Aborted with LockLost when the session is gone, so that somebody else may hold the lock by now. */
  readonly signal: AbortSignal
  release(): Promise<void>
}

/** The database session that held the lock has ended. */
export class LockLost extends Error {}

interface Session {
  ask(call: LockCall, key: string): Promise<boolean>
  end(): Promise<void>
  gone: AbortController
}

const firstWaitMs = 20
const maxWaitMs = 250

/**
 * One session per process holds all its locks, so locks cost no connection each. Waiting is asking again: a
 * blocking lock call would hold up every other lock of the session.
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

  const take = async (key: string): Promise<Lock | undefined> => {
    const { ask, gone } = await connected()
    if (!(await ask('pg_try_advisory_lock', key))) return undefined
    let isHeld = true
    const release = async () => {
      if (!isHeld) return
      isHeld = false
      mine.delete(key)
      if (gone.signal.aborted) return
      await ask('pg_advisory_unlock', key).catch(() => {}) // fails only with the session, and so does the lock
    }
    return { signal: gone.signal, release }
  }

  const tryLock = async (key: string): Promise<Lock | undefined> => {
    if (mine.has(key)) return undefined
    mine.add(key)
    let lock: Lock | undefined
    try {
      lock = await take(key)
      return lock
    } finally {
      if (!lock) mine.delete(key)
    }
  }

  const wait = async (key: string): Promise<Lock> => {
    for (let pause = firstWaitMs; ; pause = Math.min(pause * 2, maxWaitMs)) {
      const lock = await tryLock(key)
      if (lock) return lock
      await sleep(pause)
    }
  }

  return {
    tryLock,
    withLock: async (key, work) => {
      const lock = await wait(key)
      try {
        return await work(lock.signal)
      } finally {
        await lock.release()
      }
    },
    close: async () => {
      const current = await session?.catch(() => undefined)
      await current?.end()
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
  const turn = inSequence()
  const ask = (call: LockCall, key: string) =>
    turn(async () => {
      const text = `select ${call}(hashtextextended($1, 0)) as done`
      const { rows } = await client.query<{ done: boolean }>(text, [key])
      return rows[0]?.done ?? false
    })
  return { ask, gone, end: () => client.end() }
}

type LockCall = 'pg_try_advisory_lock' | 'pg_advisory_unlock'
