import { createHash } from 'node:crypto'
import type { UserId } from '@plmail/wire'
import type { Clock } from '../../kit/clock.ts'
import type { Random } from '../../kit/random.ts'
import { type Cipher, type Database, insertRow } from '../../store/index.ts'
import type { FlowAnswer, FlowStart, VisitorErrand } from './types.ts'

export interface FlowNeeds {
  store: Database
  clock: Clock
  random: Random
  cipher: Cipher
}

/** A browser that is on its way to the provider. */
export interface Flow {
  issuer: string
  redirectUri: string
  nonce: string
  verifier: string
  next: string
  /** Undefined: a sign-in. */
  errand: VisitorErrand | undefined
  startedAt: Date
}

const lifetimeMs = 10 * 60_000

/** Keeps what the answer will be checked against; it names the browser by the cookie it was given. */
export async function startFlow(
  { store, clock, random, cipher }: FlowNeeds,
  issuer: string,
  { redirectUri, browser, next, errand }: FlowStart,
): Promise<{ state: string; nonce: string; verifier: string }> {
  const [state, nonce, verifier] = [random(32), random(32), random(32)].map((bytes) =>
    bytes.toString('base64url'),
  )
  if (state === undefined || nonce === undefined || verifier === undefined) throw new Error('Unreachable')
  await store.query(
    ...insertRow('single_sign_on_flow', {
      digest: sha256(state),
      browser: sha256(browser),
      issuer,
      redirect_uri: redirectUri,
      nonce: cipher.seal(nonce),
      verifier: cipher.seal(verifier),
      next,
      user_id: errand?.userId ?? null,
      session: errand?.session ?? null,
      is_proof: errand?.purpose === 'prove',
      expires_at: new Date(clock.now().getTime() + lifetimeMs),
    }),
  )
  return { state, nonce, verifier }
}

interface FlowRow {
  issuer: string
  redirect_uri: string
  nonce: string
  verifier: string
  next: string
  user_id: UserId | null
  session: Buffer | null
  is_proof: boolean
  expires_at: Date
}

/** The flow of an answer: once, in the browser that began it, within ten minutes. */
export async function takeFlow(
  { store, clock, cipher }: FlowNeeds,
  { query, browser }: Pick<FlowAnswer, 'query' | 'browser'>,
): Promise<Flow | undefined> {
  const [state, ...more] = query.getAll('state')
  if (state === undefined || more.length > 0 || browser === undefined) return undefined
  const [row] = await store.query<FlowRow>(
    `delete from single_sign_on_flow where digest = $1 and browser = $2 and expires_at > $3
     returning issuer, redirect_uri, nonce, verifier, next, user_id, session, is_proof, expires_at`,
    [sha256(state), sha256(browser), clock.now()],
  )
  if (!row) return undefined
  return {
    issuer: row.issuer,
    redirectUri: row.redirect_uri,
    nonce: cipher.open(row.nonce, 'single_sign_on_flow.nonce'),
    verifier: cipher.open(row.verifier, 'single_sign_on_flow.verifier'),
    next: row.next,
    errand: errandOf(row),
    startedAt: new Date(row.expires_at.getTime() - lifetimeMs),
  }
}

function errandOf({ user_id: userId, session, is_proof: isProof }: FlowRow): VisitorErrand | undefined {
  if (userId === null || session === null) return undefined
  return { purpose: isProof ? 'prove' : 'link', userId, session }
}

export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
