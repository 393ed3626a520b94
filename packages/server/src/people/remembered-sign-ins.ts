import type { TrustedDeviceId, UserId } from '@plmail/wire'
import type { Clock } from '../kit/clock.ts'
import type { Cache, Sql } from '../store/index.ts'
import { isSame, sign } from './keys.ts'
import { type SignedUserRow, signedUserRow } from './signed-user.ts'
import { type User, toUser } from './user.ts'

/**
 * Remembered sign-ins, stored only once they are ended one by one: the cookie is `<user id>.<expiry>.<signature>`, expiry in Unix seconds.
 * The signature covers the password hash and the sign-in generation, so changing the password or signing out
 * everywhere ends every cookie ever issued. It never grows older than 60 days: using it does not extend it.
 */
export interface Remember {
  issue(userId: UserId): Promise<{ value: string; expiresAt: Date }>
  /** The user of a cookie and its end, or undefined when it is forged, expired or ended. One factor only. */
  redeem(value: string): Promise<Remembered | undefined>
}

interface Remembered {
  user: User
  generation: number
  expiresAt: Date
  /**
   * Always the same for a remembered browser: requests that it sends side by side open one session, not one each. With the
   * device that stands for the second factor it is another, so that no session of before comes to life again.
   */
  sessionSecret(trustedDeviceId: TrustedDeviceId | undefined): string
}

const lifetimeSeconds = 60 * 86_400
const shape = /^([1-9][0-9]{0,15})\.([1-9][0-9]{9,10})\.([A-Za-z0-9_-]{43})$/

interface RememberNeeds {
  store: Sql
  /** Reserves a second for one sign-in, whichever processes issue them side by side. */
  cache: Pick<Cache, 'add'>
  clock: Clock
  key: Uint8Array
}

export function createRemember({ store, cache, clock, key }: RememberNeeds): Remember {
  const nowSeconds = () => Math.floor(clock.now().getTime() / 1000)
  return {
    issue: async (userId) => {
      const row = await signedUserRow(store, userId)
      if (!row) throw new Error('A user that just signed in is gone')
      const expiry = await freeExpiry({ store, cache }, userId, nowSeconds() + lifetimeSeconds)
      const value = `${userId}.${expiry}.${signature(key, row, expiry).toString('base64url')}`
      return { value, expiresAt: new Date(expiry * 1000) }
    },
    redeem: async (value) => {
      const [, id, expiry, presented] = shape.exec(value) ?? []
      if (id === undefined || expiry === undefined || presented === undefined) return undefined
      if (Number(expiry) <= nowSeconds() || !Number.isSafeInteger(Number(id))) return undefined
      const row = await signedUserRow(store, Number(id))
      if (
        !row ||
        row.is_disabled ||
        !isSame(signature(key, row, Number(expiry)), Buffer.from(presented, 'base64url'))
      )
        return undefined
      const expiresAt = new Date(Number(expiry) * 1000)
      if (await isEnded(store, row.id, expiresAt)) return undefined
      return {
        user: toUser(row),
        generation: row.sign_in_generation,
        expiresAt,
        sessionSecret: (trustedDeviceId) => sessionSecret(key, row, Number(expiry), trustedDeviceId),
      }
    },
  }
}

/** The latest second that names no other remembered sign-in of the user yet: each is ended by its own. */
async function freeExpiry(
  { store, cache }: Pick<RememberNeeds, 'store' | 'cache'>,
  userId: UserId,
  latest: number,
): Promise<number> {
  const rows = await store.query<{ second: number }>(
    `select extract(epoch from remembered_until)::bigint as second from web_session
     where user_id = $1 and remembered_until is not null
     union select extract(epoch from ends_at)::bigint from ended_remembering where user_id = $1`,
    [userId],
  )
  const usedSeconds = new Set(rows.map(({ second }) => second))
  let free = latest
  while (usedSeconds.has(free) || !(await reserve(cache, userId, free))) free -= 1
  return free
}

/** Until its session is stored, a second is taken by nothing but this. */
const reservedMs = 600_000
const reserve = (cache: Pick<Cache, 'add'>, userId: UserId, second: number): Promise<boolean> =>
  cache.add(`remembered:${userId}:${second}`, true, reservedMs)

async function isEnded(sql: Sql, userId: number, endsAt: Date): Promise<boolean> {
  const ended = await sql.query('select 1 from ended_remembering where user_id = $1 and ends_at = $2', [
    userId,
    endsAt,
  ])
  return ended.length > 0
}

function sessionSecret(
  key: Uint8Array,
  row: SignedUserRow,
  expiry: number,
  trustedDeviceId: TrustedDeviceId | undefined,
): string {
  const parts = ['session', String(row.id), String(expiry), row.password_hash, String(row.sign_in_generation)]
  if (trustedDeviceId !== undefined) parts.push(String(trustedDeviceId))
  return sign(key, parts).toString('base64url')
}

function signature(key: Uint8Array, row: SignedUserRow, expiry: number): Buffer {
  return sign(key, [String(row.id), String(expiry), row.password_hash, String(row.sign_in_generation)])
}
