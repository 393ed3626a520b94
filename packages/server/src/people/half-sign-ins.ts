import type { SingleSignOnSessionId, UserId } from '@plmail/wire'
import type { Clock } from '../kit/clock.ts'
import type { Sql } from '../store/index.ts'
import { isSame, sign } from './keys.ts'
import { type SignedUserRow, signedUserRow } from './signed-user.ts'
import { type User, toUser } from './user.ts'

/**
 * The cookie that a browser holds between the first factor and the second: `<user id>.<expiry>.<kind>.<signature>`, expiry
 * in Unix seconds. The kind is 1 after a password with "remember me", 0 without, `s<id>` after a single sign-on. It stands
 * for no session and opens nothing but the page that asks for the code, for ten minutes. The signature covers the password
 * hash and the sign-in generation: a new password ends it, and so does signing out everywhere.
 */
export interface HalfSignIns {
  /**
   * `generation`: that of the password that was given; undefined when it is over. `remember`: what was ticked beside the
   * password, or the session at the identity provider that stands in its place.
   */
  issue(
    userId: UserId,
    generation: number,
    remember: boolean | SingleSignOnSessionId,
  ): Promise<{ value: string; expiresAt: Date } | undefined>
  redeem(value: string): Promise<HalfSignIn | undefined>
}

interface HalfSignIn {
  user: User
  generation: number
  remember: boolean
  /** The session at the identity provider that was the first factor. */
  singleSignOnSessionId: SingleSignOnSessionId | undefined
}

interface HalfSignInNeeds {
  store: Sql
  clock: Clock
  key: Uint8Array
}

const lifetimeSeconds = 10 * 60
const shape = /^([1-9][0-9]{0,15})\.([1-9][0-9]{9,10})\.([01]|s[1-9][0-9]{0,15})\.([A-Za-z0-9_-]{43})$/

export function createHalfSignIns({ store, clock, key }: HalfSignInNeeds): HalfSignIns {
  const nowSeconds = () => Math.floor(clock.now().getTime() / 1000)
  const signature = (row: SignedUserRow, expiry: string, kind: string) =>
    sign(key, [String(row.id), expiry, kind, row.password_hash, String(row.sign_in_generation)])
  return {
    issue: async (userId, generation, remember) => {
      const row = await signedUserRow(store, userId)
      if (row?.sign_in_generation !== generation) return undefined
      const expiry = nowSeconds() + lifetimeSeconds
      const kind = typeof remember === 'number' ? `s${remember}` : remember ? '1' : '0'
      const signed = signature(row, String(expiry), kind).toString('base64url')
      return { value: `${userId}.${expiry}.${kind}.${signed}`, expiresAt: new Date(expiry * 1000) }
    },
    redeem: async (value) => {
      const [, id, expiry, kind, presented] = shape.exec(value) ?? []
      if (id === undefined || expiry === undefined || kind === undefined || presented === undefined)
        return undefined
      if (Number(expiry) <= nowSeconds() || !Number.isSafeInteger(Number(id))) return undefined
      const row = await signedUserRow(store, Number(id))
      if (!row || row.is_disabled) return undefined
      if (!isSame(signature(row, expiry, kind), Buffer.from(presented, 'base64url'))) return undefined
      return {
        user: toUser(row),
        generation: row.sign_in_generation,
        remember: kind === '1',
        singleSignOnSessionId: kind.startsWith('s')
          ? (Number(kind.slice(1)) as SingleSignOnSessionId)
          : undefined,
      }
    },
  }
}
