import type { Clock } from '../kit/clock.ts'
import type { Sql } from './sql.ts'

/**
 * Small values with an expiry, shared by all processes and lost without harm in a database crash: throttle
 * counters, one-time codes. Keys are the caller's; put digests, not secrets, into them.
 */
export interface Cache {
  get<T>(key: string): Promise<T | undefined>
  put(key: string, value: unknown, lifetimeMs: number): Promise<void>
  /** Puts only where nothing unexpired stands; false when something does. */
  add(key: string, value: unknown, lifetimeMs: number): Promise<boolean>
  /** Reads and removes in one step: of many callers exactly one gets the value. */
  take<T>(key: string): Promise<T | undefined>
  delete(key: string): Promise<void>
  /** A counter over a fixed window that opens with the first call; answers the count with this call. */
  increment(key: string, windowMs: number): Promise<{ count: number; resetsAt: Date }>
  /** Attempts within a sliding window. */
  readonly attempts: Attempts
  /** Removes what has expired; answers how many. */
  sweep(): Promise<number>
}

interface Attempts {
  /** How many are within the window now, and when the oldest of them leaves it. */
  within(key: string, windowMs: number): Promise<AttemptCount>
  /** Adds one and counts, in one step, so that attempts made at the same time each see a different count. */
  record(key: string, windowMs: number): Promise<AttemptCount>
  /** Takes the newest back: an attempt recorded before it was checked turned out to be a good one. */
  withdraw(key: string): Promise<void>
  clear(key: string): Promise<void>
}

interface AttemptCount {
  count: number
  /** When the oldest counted attempt stops counting; null when there is none. */
  oldestLeavesAt: Date | null
}

/** Bounds the row: a throttle only asks whether a limit far below this was reached. */
const maxAttemptsKept = 200

export function createCache(sql: Sql, clock: Clock): Cache {
  const expiry = (lifetimeMs: number) => new Date(clock.now().getTime() + lifetimeMs)
  const remove = async (key: string) => {
    await sql.query('delete from cache_entry where key = $1', [key])
  }
  return {
    get: async <T>(key: string) => {
      const rows = await sql.query<{ value: T }>(
        'select value from cache_entry where key = $1 and expires_at > $2',
        [key, clock.now()],
      )
      return rows[0]?.value
    },
    put: async (key, value, lifetimeMs) => {
      await sql.query(
        `insert into cache_entry (key, value, expires_at) values ($1, $2::jsonb, $3)
         on conflict (key) do update set value = excluded.value, expires_at = excluded.expires_at`,
        [key, JSON.stringify(value), expiry(lifetimeMs)],
      )
    },
    add: async (key, value, lifetimeMs) => {
      const rows = await sql.query(
        `insert into cache_entry (key, value, expires_at) values ($1, $2::jsonb, $3)
         on conflict (key) do update set value = excluded.value, expires_at = excluded.expires_at
         where cache_entry.expires_at <= $4
         returning key`,
        [key, JSON.stringify(value), expiry(lifetimeMs), clock.now()],
      )
      return rows.length === 1
    },
    take: async <T>(key: string) => {
      const rows = await sql.query<{ value: T; isFresh: boolean }>(
        'delete from cache_entry where key = $1 returning value, expires_at > $2 as "isFresh"',
        [key, clock.now()],
      )
      return rows[0]?.isFresh ? rows[0].value : undefined
    },
    delete: remove,
    increment: (key, windowMs) => increment(sql, key, clock.now(), expiry(windowMs)),
    attempts: {
      within: (key, windowMs) => attemptsWithin(sql, key, clock.now(), windowMs),
      record: (key, windowMs) => recordAttempt(sql, key, clock.now(), windowMs),
      withdraw: async (key) => {
        await sql.query('update cache_entry set value = value - (-1) where key = $1', [key])
      },
      clear: remove,
    },
    sweep: async () => {
      const rows = await sql.query('delete from cache_entry where expires_at <= $1 returning key', [
        clock.now(),
      ])
      return rows.length
    },
  }
}

async function increment(sql: Sql, key: string, now: Date, expiresAt: Date) {
  const [row] = await sql.query<{ count: number; resetsAt: Date }>(
    `insert into cache_entry (key, value, expires_at) values ($1, '1', $2)
     on conflict (key) do update set
       value = case when cache_entry.expires_at > $3 then to_jsonb((cache_entry.value #>> '{}')::int8 + 1) else '1' end,
       expires_at = case when cache_entry.expires_at > $3 then cache_entry.expires_at else excluded.expires_at end
     returning coalesce((value #>> '{}')::int8, 0) as count, expires_at as "resetsAt"`,
    [key, expiresAt, now],
  )
  if (!row) throw new Error('upsert returned no row')
  return row
}

// The value is an array of times in milliseconds, oldest first.
async function attemptsWithin(sql: Sql, key: string, now: Date, windowMs: number): Promise<AttemptCount> {
  const [row] = await sql.query<{ count: number; oldest: number | null }>(
    `select count(*) as count, min(at::int8) as oldest
     from cache_entry, jsonb_array_elements_text(value) as at
     where key = $1 and at::int8 > $2`,
    [key, now.getTime() - windowMs],
  )
  return attemptCount(row?.count ?? 0, row?.oldest ?? null, windowMs)
}

// The row lock of the upsert puts attempts of all processes in one order.
async function recordAttempt(sql: Sql, key: string, now: Date, windowMs: number): Promise<AttemptCount> {
  const [row] = await sql.query<{ count: number; oldest: number | null }>(
    `insert into cache_entry (key, value, expires_at) values ($1, jsonb_build_array($2::int8), $3)
     on conflict (key) do update set
       value = (
         select coalesce(jsonb_agg(at order by at), '[]') from (
           select at from (
             select at::int8 as at from jsonb_array_elements_text(cache_entry.value) as at
             union all select $2::int8
           ) as every where at > $4 order by at desc limit $5
         ) as kept
       ),
       expires_at = excluded.expires_at
     returning jsonb_array_length(value) as count, (value ->> 0)::int8 as oldest`,
    [key, now.getTime(), new Date(now.getTime() + windowMs), now.getTime() - windowMs, maxAttemptsKept],
  )
  return attemptCount(row?.count ?? 0, row?.oldest ?? null, windowMs)
}

function attemptCount(count: number, oldest: number | null, windowMs: number): AttemptCount {
  return { count, oldestLeavesAt: oldest === null ? null : new Date(oldest + windowMs) }
}
