import { browserOf, type UserId } from '@plmail/wire'
import type { Events } from '../events/index.ts'
import type { Clock } from '../kit/clock.ts'
import type { Database, Tx } from '../store/index.ts'
import type { Visitor } from './session.ts'
import { addressGroup } from './sign-in-throttle.ts'

/** The factor that was given last on the way in. A trusted device and a remembered browser take the place of a factor. */
export type SignInFactor =
  'password' | 'code' | 'recovery-code' | 'trusted-device' | 'remembered' | 'passkey' | 'single-sign-on'

export interface SignInRecord {
  at: Date
  factor: SignInFactor
  /** A first factor was right, and this one was not. */
  isFailed: boolean
  /** Name that the browser gave for itself. */
  label: string
  address: string
}

/** The record of sign-ins, for their user to look over: those past the first factor, of the last 90 days. */
export interface SignIns {
  /** A session was opened. One from a browser that the user never came from before is told to the user. */
  succeeded(userId: UserId, factor: SignInFactor, visitor: Visitor): Promise<void>
  failed(userId: UserId, factor: SignInFactor, visitor: Visitor): Promise<void>
  /** Newest first, a hundred at most. */
  list(userId: UserId): Promise<SignInRecord[]>
  /** Forgets what is older than 90 days; for a schedule. Returns how many. */
  sweep(): Promise<number>
}

interface SignInNeeds {
  store: Database
  clock: Clock
  events: Pick<Events, 'publish'>
}

const keptMs = 90 * 86_400_000
const maxListed = 100
const maxLabelLength = 300

export function createSignIns({ store, clock, events }: SignInNeeds): SignIns {
  const since = () => new Date(clock.now().getTime() - keptMs)
  const record = (tx: Tx, userId: UserId, factor: SignInFactor, isFailed: boolean, visitor: Visitor) =>
    tx.query(
      `insert into sign_in (user_id, at, factor, is_failed, label, address) values ($1, $2, $3, $4, $5, $6)
       returning 1`,
      [userId, clock.now(), factor, isFailed, visitor.userAgent.slice(0, maxLabelLength), visitor.address],
    )
  return {
    succeeded: (userId, factor, visitor) =>
      store.transaction(async (tx) => {
        const isNew = !provesItself.has(factor) && (await isNewBrowser(tx, userId, visitor, since()))
        await record(tx, userId, factor, false, visitor)
        if (!isNew) return
        const named = browserOf(visitor.userAgent)
        const subject = named ? `${named.browser}, ${named.system}, ${visitor.address}` : visitor.address
        await events.publish('sign-in-changed', { tx, userId, change: 'new-browser', subject })
      }),
    failed: (userId, factor, visitor) =>
      store.transaction(async (tx) => void (await record(tx, userId, factor, true, visitor))),
    list: (userId) =>
      store.query<SignInRecord>(
        `select at, factor, is_failed as "isFailed", label, address from sign_in
         where user_id = $1 and at > $2 order by at desc, id desc limit $3`,
        [userId, since(), maxListed],
      ),
    sweep: async () =>
      (await store.query('delete from sign_in where at <= $1 returning 1', [since()])).length,
  }
}

/** Each comes with a cookie that the browser was given when it signed in before. */
const provesItself: ReadonlySet<SignInFactor> = new Set(['trusted-device', 'remembered'])

/**
 * A browser is known by its name and system together with its address (IPv6: its /64): the name alone is that of half the
 * world's. The first browser of all is no news.
 */
async function isNewBrowser(tx: Tx, userId: UserId, visitor: Visitor, since: Date): Promise<boolean> {
  const before = await tx.query<{ label: string; address: string }>(
    'select distinct label, address from sign_in where user_id = $1 and at > $2 and not is_failed',
    [userId, since],
  )
  const named = before.filter(({ label }) => browserOf(label) !== undefined)
  const key = browserKey(visitor.userAgent, visitor.address)
  return named.length > 0 && !before.some(({ label, address }) => browserKey(label, address) === key)
}

function browserKey(userAgent: string, address: string): string {
  const named = browserOf(userAgent)
  return [named?.browser, named?.system, addressGroup(address)].join(' ')
}
