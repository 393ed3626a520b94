import { createHash } from 'node:crypto'
import type { AppPasswordId, AppPasswordScope, UserId } from '@plmail/wire'
import type { Clock } from '../../kit/clock.ts'
import type { Random } from '../../kit/random.ts'
import type { Cache } from '../../store/index.ts'
import type { AppPasswords } from '../app-passwords.ts'
import { checkAppPassword } from '../new-app-password.ts'
import type { Throttle } from '../sign-in-throttle.ts'
import type { Users } from '../users.ts'
import type { Paired, PairingRequest, Pairings, PairingTerms } from './types.ts'
import { unnamedDevice } from './unnamed-device.ts'

export interface PairingNeeds {
  cache: Pick<Cache, 'get' | 'put' | 'take' | 'delete'>
  appPasswords: Pick<AppPasswords, 'create' | 'list'>
  users: Pick<Users, 'byId'>
  throttle: Throttle
  clock: Clock
  random: Random
}

/** An offered code in the cache: whose it is, and what has to hold still when it is used. */
interface OfferedCode {
  userId: UserId
  scope: AppPasswordScope | null
  generation: number
  /** SHA-256 of the session's cookie, in base64url. */
  session: string
}

/** The app password that a used code made, for the page that showed it. */
interface UsedCode {
  userId: UserId
  appPasswordId: AppPasswordId
}

const codeLifetimeMs = 120_000
/** The page asks at once; a browser that was asleep asks late. */
const usedLifetimeMs = 600_000
const offeredKey = (id: string): string => `pairing:offered:${id}`
const usedKey = (id: string): string => `pairing:used:${id}`

export function createPairings(needs: PairingNeeds): Pairings {
  const { cache, appPasswords, clock, random } = needs
  return {
    offer: async (userId, terms) => {
      const code = random(32).toString('base64url')
      const id = digestOf(code)
      await cache.put(offeredKey(id), offeredCode(userId, terms), codeLifetimeMs)
      return { id, code, expiresAt: new Date(clock.now().getTime() + codeLifetimeMs) }
    },
    state: async (userId, id) => {
      const offered = await cache.get<OfferedCode>(offeredKey(id))
      if (offered?.userId === userId) return { isOpen: true }
      const used = await cache.get<UsedCode>(usedKey(id))
      if (used?.userId !== userId) return undefined
      const listed = await appPasswords.list(userId)
      const appPassword = listed.find((candidate) => candidate.id === used.appPasswordId)
      return appPassword && { isOpen: false, appPassword }
    },
    withdraw: async (userId, id) => {
      const offered = await cache.get<OfferedCode>(offeredKey(id))
      if (offered?.userId !== userId) return false
      await cache.delete(offeredKey(id))
      return true
    },
    pair: (request) => pair(needs, request),
  }
}

const offeredCode = (userId: UserId, { scope, generation, session }: PairingTerms): OfferedCode => ({
  userId,
  scope,
  generation,
  session: session.toString('base64url'),
})

/** The name is judged before the code is taken, so that a device can correct it. */
async function pair(needs: PairingNeeds, { code, deviceName, address }: PairingRequest): Promise<Paired> {
  const form = { name: deviceName, scope: null, accountId: null, expiresAt: null }
  const checked = deviceName === '' ? form : checkAppPassword(form, needs.clock.now())
  if (Array.isArray(checked)) return { ok: false, why: 'invalid', problems: checked }
  const admission = await needs.throttle.admit({ username: undefined, address })
  if (!admission.admitted) return { ok: false, why: 'throttled', retryAt: admission.retryAt }
  const id = digestOf(code)
  const offered = await needs.cache.take<OfferedCode>(offeredKey(id))
  const paired = offered ? await mint(needs, id, offered, checked.name) : unknownCode
  // What was no guess does not count as one.
  if (paired.ok || paired.why === 'too-many') await admission.succeeded()
  return paired
}

const unknownCode: Paired = { ok: false, why: 'unknown' }

async function mint(
  { cache, appPasswords, users }: PairingNeeds,
  id: string,
  { userId, scope, generation, session }: OfferedCode,
  deviceName: string,
): Promise<Paired> {
  const user = await users.byId(userId)
  if (!user) return unknownCode
  const created = await appPasswords.create(
    userId,
    { name: deviceName || unnamedDevice(user), scope, accountId: null, expiresAt: null },
    { generation, session: Buffer.from(session, 'base64url') },
  )
  if (!created.ok) return created.why === 'late' ? unknownCode : created
  const used: UsedCode = { userId, appPasswordId: created.appPassword.id }
  await cache.put(usedKey(id), used, usedLifetimeMs)
  return { ok: true, secret: created.secret, username: user.email }
}

/** Names a code and cannot be used as one. */
const digestOf = (code: string): string => createHash('sha256').update(code).digest('base64url')
