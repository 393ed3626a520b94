import { createHash } from 'node:crypto'
import { type BrowserName, browserOf, type TrustedDeviceId, type UserId } from '@plmail/wire'
import type { Clock } from '../kit/clock.ts'
import type { Random } from '../kit/random.ts'
import type { Database, NotifiedCache } from '../store/index.ts'
import type { OpenSession } from './session.ts'

/** The sign-in that a device is trusted at. There is one so far; trust never carries over to another. */
type TrustRealm = 'web'

/** A browser in which its user is not asked for a second factor. */
export interface TrustedDevice {
  id: TrustedDeviceId
  /** Told from the user agent when it was trusted; undefined when it could not be. */
  browser: BrowserName | undefined
  createdAt: Date
  lastUsedAt: Date
  /** It is the browser that asks. */
  isCurrent: boolean
}

interface RecognisedDevice {
  id: TrustedDeviceId
  expiresAt: Date
}

export interface TrustedDevices {
  /** Trusts a browser for 30 days from its last use; the secret goes into its cookie. `replacing`: that cookie so far. */
  trust(
    userId: UserId,
    realm: TrustRealm,
    browser: { userAgent: string; replacing: string | undefined },
  ): Promise<RecognisedDevice & { secret: string }>
  /** The device of a cookie, its trust extended; undefined unless this user trusts it for this realm. */
  recognise(secret: string, userId: UserId, realm: TrustRealm): Promise<RecognisedDevice | undefined>
  /** Most recently used first. `secret`: the cookie of the browser that asks. */
  list(userId: UserId, secret: string | undefined): Promise<TrustedDevice[]>
  /**
   * Ends the trust and the sessions that rest on it, except the one named by `keeping`. False when this user trusts no such
   * device.
   */
  revoke(userId: UserId, id: TrustedDeviceId, keeping: Buffer): Promise<boolean>
}

interface TrustedDeviceNeeds {
  store: Database
  clock: Clock
  random: Random
  /** Told when sessions end. */
  sessions: Pick<NotifiedCache<OpenSession>, 'forget'>
}

const trustedMs = 30 * 86_400_000

export function createTrustedDevices({ store, clock, random, sessions }: TrustedDeviceNeeds): TrustedDevices {
  const expiry = () => new Date(clock.now().getTime() + trustedMs)
  return {
    trust: async (userId, realm, { userAgent, replacing }) => {
      await store.query(
        'delete from trusted_device where user_id = $1 and (expires_at <= $2 or digest = $3)',
        [userId, clock.now(), replacing === undefined ? null : digestOf(replacing)],
      )
      const secret = random(32).toString('base64url')
      const [row] = await store.query<{ id: TrustedDeviceId }>(
        `insert into trusted_device (user_id, digest, realm, label, created_at, last_used_at, expires_at)
         values ($1, $2, $3, $4, $5, $5, $6) returning id`,
        [userId, digestOf(secret), realm, labelOf(userAgent), clock.now(), expiry()],
      )
      if (!row) throw new Error('An inserted device has no row')
      return { id: row.id, secret, expiresAt: expiry() }
    },
    recognise: async (secret, userId, realm) => {
      const [row] = await store.query<{ id: TrustedDeviceId }>(
        `update trusted_device set last_used_at = $4, expires_at = $5
         where digest = $1 and user_id = $2 and realm = $3 and expires_at > $4 returning id`,
        [digestOf(secret), userId, realm, clock.now(), expiry()],
      )
      return row && { id: row.id, expiresAt: expiry() }
    },
    list: async (userId, secret) => {
      const rows = await store.query<DeviceRow>(
        `select id, label, created_at as "createdAt", last_used_at as "lastUsedAt",
           coalesce(digest = $3, false) as "isCurrent"
         from trusted_device where user_id = $1 and expires_at > $2 order by last_used_at desc, id desc`,
        [userId, clock.now(), secret === undefined ? null : digestOf(secret)],
      )
      return rows.map(({ label, ...device }) => ({ ...device, browser: browserOfLabel(label) }))
    },
    revoke: (userId, id, keeping) =>
      store.transaction(async (tx) => {
        await tx.query('update web_session set trusted_device_id = null where user_id = $1 and digest = $2', [
          userId,
          keeping,
        ])
        const revoked = await tx.query(
          'delete from trusted_device where user_id = $1 and id = $2 returning 1',
          [userId, id],
        )
        await sessions.forget(tx, String(userId))
        return revoked.length > 0
      }),
  }
}

interface DeviceRow extends Omit<TrustedDevice, 'browser'> {
  label: string
}

/** As it is stored: `Firefox (Linux)`, or empty. */
function labelOf(userAgent: string): string {
  const named = browserOf(userAgent)
  return named ? `${named.browser} (${named.system})` : ''
}

function browserOfLabel(label: string): BrowserName | undefined {
  const [, browser, system] = /^(.+) \((.+)\)$/.exec(label) ?? []
  return browser === undefined || system === undefined ? undefined : { browser, system }
}

function digestOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
