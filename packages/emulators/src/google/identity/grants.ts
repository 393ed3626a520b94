import type { World } from '../../world.ts'
import { isMailScope } from './scopes.ts'

/** Somebody's consent to a client, and the refresh token it gave. */
export interface IssuedGrant {
  client: string
  email: string
  scopes: string[]
  /** Absent when the consent was not for offline access. */
  refreshToken: string | undefined
  grantedAt: Date
  /** Given while the app was in testing [F]. */
  diesAt: Date | undefined
  lastUsedAt: Date
  /** A Workspace session policy asks for a new sign-in [D]. */
  needsSignIn: boolean
}

export interface IssuedToken {
  token: string
  grant: IssuedGrant
  scopes: string[]
  expiresAt: Date
}

/** The consent that an authorisation code is exchanged for. */
interface Consent {
  client: string
  email: string
  redirectUri: string
  scopes: string[]
  challenge: string | undefined
  nonce: string | undefined
  offline: boolean
  /** Asked with `prompt=consent`. */
  forced: boolean
}

export interface IssuedGrants {
  issueCode(consent: Consent): string
  /** Once only, within ten minutes [K]. */
  takeCode(code: string): Consent | undefined
  /** The consent becomes a grant, with a refresh token where Google would give one. */
  open(consent: Consent, lifetimeMs: number | undefined): IssuedGrant
  mint(grant: IssuedGrant, scopes: string[]): IssuedToken
  /** The living grant behind a refresh token. */
  byRefreshToken(token: string): IssuedGrant | undefined
  /** A token that still works. */
  accessToken(token: string): IssuedToken | undefined
  /** Whose token it is or was, for the request log. */
  getOwner(token: string): string | undefined
  /** Returns the scopes that this person has granted to this client so far. */
  consented(client: string, email: string): ReadonlySet<string>
  /** By either token; takes the whole consent with it [K]. False when the token is not known or dead. */
  revokeToken(token: string): boolean
  revoke(email: string, client?: string): void
  /** Takes a scope out of what was granted, as a user may in the account settings. */
  untick(email: string, scope: string): void
  changePassword(email: string): void
  askForSignIn(email: string): void
  /** Access tokens die now; refresh tokens live on. */
  expireAccess(email: string): void
  expireToken(token: string): void
  live(email: string): readonly IssuedGrant[]
  /** Told of each email and client whose consent ended. */
  onRevoked(listener: (email: string, client: string) => void): void
}

/** One hour [D]; the reply says one second less [F]. */
export const accessLifetimeMs = 3_600_000
/** Refresh tokens of an app in testing [D]. */
export const testingLifetimeMs = 7 * 86_400_000
const codeLifetimeMs = 600_000
/** Six months without use [D]. */
const idleLifetimeMs = 182 * 86_400_000
/** Per person and client; the oldest goes without a word [D]. */
const maxRefreshTokens = 100

export function createGrants({ clock, nextHex }: Pick<World, 'clock' | 'nextHex'>): IssuedGrants {
  const codes = new Map<string, { consent: Consent; expiresAt: number }>()
  const access = new Map<string, IssuedToken>()
  const owners = new Map<string, string>()
  const agreed = new Map<string, Set<string>>()
  const listeners: Array<(email: string, client: string) => void> = []
  let grants: IssuedGrant[] = []
  const now = (): number => clock.now().getTime()
  const agreedKey = (client: string, email: string): string => JSON.stringify([client, email])

  const isAlive = (grant: IssuedGrant): boolean =>
    grants.includes(grant) &&
    (grant.diesAt === undefined || grant.diesAt.getTime() > now()) &&
    grant.lastUsedAt.getTime() + idleLifetimeMs > now()

  function end(ended: (grant: IssuedGrant) => boolean): void {
    const gone = grants.filter(ended)
    grants = grants.filter((grant) => !ended(grant))
    for (const [token, accessToken] of access) if (gone.includes(accessToken.grant)) access.delete(token)
  }

  function revoke(email: string, client?: string): void {
    const clients = new Set(grants.filter((grant) => grant.email === email).map((grant) => grant.client))
    for (const clientOfUser of clients) {
      if (client !== undefined && clientOfUser !== client) continue
      end((grant) => grant.email === email && grant.client === clientOfUser)
      agreed.delete(agreedKey(clientOfUser, email))
      for (const listener of listeners) listener(email, clientOfUser)
    }
  }

  return {
    issueCode(consent) {
      // The slash is Google's, and bites who forgets to decode.
      const code = `4/0${nextHex(32)}`
      codes.set(code, { consent, expiresAt: now() + codeLifetimeMs })
      return code
    },
    takeCode(code) {
      const consent = codes.get(code)
      codes.delete(code)
      return consent && consent.expiresAt > now() ? consent.consent : undefined
    },
    open(consent, lifetimeMs) {
      const { client, email, scopes } = consent
      const key = agreedKey(client, email)
      const isFirst = !agreed.has(key)
      agreed.set(key, new Set([...(agreed.get(key) ?? []), ...scopes]))
      const givesRefresh = consent.offline && (isFirst || consent.forced)
      const grant: IssuedGrant = {
        client,
        email,
        scopes: [...scopes],
        refreshToken: givesRefresh ? `1//0${nextHex(12)}-${nextHex(20)}_${nextHex(12)}` : undefined,
        grantedAt: clock.now(),
        diesAt: lifetimeMs === undefined ? undefined : new Date(now() + lifetimeMs),
        lastUsedAt: clock.now(),
        needsSignIn: false,
      }
      grants.push(grant)
      if (grant.refreshToken !== undefined) owners.set(grant.refreshToken, email)
      const otherGrants = grants.filter(
        (candidate) =>
          candidate.client === client && candidate.email === email && candidate.refreshToken !== undefined,
      )
      const surplus = otherGrants.slice(0, Math.max(0, otherGrants.length - maxRefreshTokens))
      end((candidate) => surplus.includes(candidate))
      return grant
    },
    mint(grant, scopes) {
      for (const [token, accessToken] of access)
        if (accessToken.expiresAt.getTime() <= now()) access.delete(token)
      grant.lastUsedAt = clock.now()
      const minted = {
        token: `ya29.a0${nextHex(48)}`,
        grant,
        scopes: [...scopes],
        expiresAt: new Date(now() + accessLifetimeMs),
      }
      access.set(minted.token, minted)
      owners.set(minted.token, grant.email)
      return minted
    },
    byRefreshToken: (token) => grants.find((grant) => grant.refreshToken === token && isAlive(grant)),
    accessToken(token) {
      const storedToken = access.get(token)
      return storedToken && storedToken.expiresAt.getTime() > now() ? storedToken : undefined
    },
    getOwner: (token) => owners.get(token),
    consented: (client, email) => agreed.get(agreedKey(client, email)) ?? new Set(),
    revokeToken(token) {
      const grant =
        grants.find((candidate) => candidate.refreshToken === token && isAlive(candidate)) ??
        access.get(token)?.grant
      if (grant === undefined) return false
      revoke(grant.email, grant.client)
      return true
    },
    revoke,
    untick(email, scope) {
      for (const grant of grants.filter((ownGrant) => ownGrant.email === email))
        grant.scopes = grant.scopes.filter((granted) => granted !== scope)
      for (const accessToken of access.values())
        if (accessToken.grant.email === email)
          accessToken.scopes = accessToken.scopes.filter((granted) => granted !== scope)
      for (const [key, scopes] of agreed) if (key.endsWith(`,${JSON.stringify(email)}]`)) scopes.delete(scope)
    },
    changePassword: (email) => end((grant) => grant.email === email && grant.scopes.some(isMailScope)),
    askForSignIn(email) {
      for (const grant of grants) if (grant.email === email) grant.needsSignIn = true
    },
    expireAccess(email) {
      for (const [token, accessToken] of access) if (accessToken.grant.email === email) access.delete(token)
    },
    expireToken: (token) => void access.delete(token),
    live: (email) => grants.filter((grant) => grant.email === email && isAlive(grant)),
    onRevoked: (listener) => void listeners.push(listener),
  }
}
