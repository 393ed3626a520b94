import { createHash } from 'node:crypto'
import type { EmulatedClient } from '../../mailbox.ts'
import type { World } from '../../world.ts'
import { scopeKey, type ScopeResource } from './scopes.ts'

/** Somebody who can sign in. */
export interface Account {
  readonly email: string
  readonly displayName: string
  /** The object id in its tenant. */
  readonly oid: string
  readonly tid: string
  readonly isPersonal: boolean
  /** [K] The claim is absent for some accounts. */
  readonly hasEmailClaim: boolean
  /** Obstacle between the account and its next token. */
  obstacle: Obstacle | undefined
  /** Users may not consent by themselves in this tenant. */
  needsAdminConsent: boolean
  /** By client: scopes as they were asked for, by their key. */
  readonly consents: Map<string, Map<string, string>>
}

/** `mfa` 50076, `conditional-access` 53003, `disabled` 50057; `claims`: Graph challenges every token [K]. */
export type Obstacle = 'mfa' | 'conditional-access' | 'disabled' | 'claims'

export interface MicrosoftToken {
  readonly value: string
  readonly account: Account
  readonly client: string
  readonly resource: ScopeResource
  /** Scope keys. */
  readonly scopes: ReadonlySet<string>
  expiresAt: number
}

interface RefreshToken {
  readonly value: string
  readonly account: Account
  readonly client: string
  readonly issuedAt: number
  /** All scopes that were asked for at sign-in, as written. */
  readonly scope: string
  lastUsedAt: number
  /** Why it is dead. */
  ended: 'revoked' | 'password' | 'expired' | undefined
  /** Replaced by a newer one. It goes on working, unless reuse is watched for. */
  isSpent: boolean
}

interface Code {
  readonly value: string
  readonly account: Account
  readonly client: string
  readonly redirectUri: string
  readonly scope: string
  readonly challenge: string | undefined
  readonly nonce: string | undefined
  readonly tenant: string
  readonly expiresAt: number
  isRedeemed: boolean
}

/** Accounts, tokens and clients of all emulated tenants. */
export interface Directory {
  readonly accounts: ReadonlyMap<string, Account>
  /** In a national cloud, the prefix of its Graph's permissions. */
  readonly nationalGraph: string | undefined
  add(email: string, options?: AccountOptions): Account
  account(email: string): Account | undefined
  client(id: string): RegisteredClient | undefined
  consent(account: Account, client: string, scopes: readonly string[]): void
  /** Takes one scope back, or all. */
  withdrawConsent(account: Account, client?: string, scope?: string): void
  issueCode(code: Omit<Code, 'value' | 'expiresAt' | 'isRedeemed'>): Code
  code(value: string): Code | undefined
  issueAccess(token: Omit<MicrosoftToken, 'value'>): MicrosoftToken
  accessToken(value: string): MicrosoftToken | undefined
  expire(token: MicrosoftToken): void
  issueRefresh(token: Pick<RefreshToken, 'account' | 'client' | 'scope' | 'issuedAt'>): RefreshToken
  refreshToken(value: string): RefreshToken | undefined
  /** Ends every refresh token of the account, or of one client, and every access token with it. */
  end(account: Account, why: NonNullable<RefreshToken['ended']>, client?: string): void
  /** Ends every access token of the account; refresh tokens live on. */
  expireAccess(account: Account): void
}

export interface RegisteredClient extends EmulatedClient {
  isSecretExpired: boolean
  /** Its registration lists no permission of Graph. */
  listsNoPermissions: boolean
  /** [D] A spent refresh token that is used again ends all of them. Off by default, as it is in the field. */
  watchesReuse: boolean
}

export interface AccountOptions {
  displayName?: string
  /** The tenant's GUID. Default: that of personal accounts for Microsoft's own domains, else one made of the domain. */
  tenant?: string
  hasEmailClaim?: boolean
  needsAdminConsent?: boolean
}

/** [K] The tenant of all personal accounts. */
export const consumersTenant = '9188040d-6c67-4c5b-b112-36a304b66dad'

const personalDomains = /@(outlook|hotmail|live|msn)\./i
/** [D] Codes live about ten minutes. */
const codeLifeMs = 600_000

export function createDirectory(
  world: World,
  clients: readonly EmulatedClient[],
  nationalGraph?: string,
): Directory {
  const accounts = new Map<string, Account>()
  const codes = new Map<string, Code>()
  const access = new Map<string, MicrosoftToken>()
  const refresh = new Map<string, RefreshToken>()
  const registered = new Map(
    clients.map((client): [string, RegisteredClient] => [
      client.id.toLowerCase(),
      { ...client, isSecretExpired: false, listsNoPermissions: false, watchesReuse: false },
    ]),
  )
  const now = (): number => world.clock.now().getTime()

  const isOf = (token: { account: Account; client: string }, account: Account, client?: string): boolean =>
    token.account === account && (client === undefined || token.client === client)
  const forgetAccess = (account: Account, client?: string): void => {
    for (const token of access.values()) if (isOf(token, account, client)) token.expiresAt = 0
  }

  return {
    accounts,
    nationalGraph,
    add(email, options = {}) {
      const account = newAccount(world.seed, email, options)
      accounts.set(email.toLowerCase(), account)
      return account
    },
    account: (email) => accounts.get(email.toLowerCase()),
    client: (id) => registered.get(id.toLowerCase()),
    consent(account, client, scopes) {
      const consented = account.consents.get(client) ?? new Map<string, string>()
      for (const scope of scopes) consented.set(scopeKey(scope), scope)
      account.consents.set(client, consented)
    },
    withdrawConsent(account, client, scope) {
      for (const [id, consented] of account.consents) {
        if (client !== undefined && client !== id) continue
        if (scope === undefined) consented.clear()
        else consented.delete(scopeKey(scope))
      }
    },
    issueCode(code) {
      const value = `0.A${world.nextHex(40)}`
      const issued = { ...code, value, expiresAt: now() + codeLifeMs, isRedeemed: false }
      codes.set(value, issued)
      return issued
    },
    code: (value) => codes.get(value),
    issueAccess(token) {
      // Opaque, as tokens for somebody else's API are to be treated [D].
      const issued = { ...token, value: `EwB${world.nextHex(48)}` }
      access.set(issued.value, issued)
      return issued
    },
    accessToken: (value) => access.get(value),
    expire: (token) => {
      token.expiresAt = 0
    },
    issueRefresh(token) {
      const value = `0.B${world.nextHex(60)}`
      const issued = { ...token, value, lastUsedAt: now(), ended: undefined, isSpent: false }
      refresh.set(value, issued)
      return issued
    },
    refreshToken: (value) => refresh.get(value),
    end(account, why, client) {
      for (const token of refresh.values()) if (isOf(token, account, client)) token.ended ??= why
      forgetAccess(account, client)
    },
    expireAccess: (account) => forgetAccess(account),
  }
}

function newAccount(seed: string, email: string, options: AccountOptions): Account {
  const isPersonal =
    options.tenant === undefined ? personalDomains.test(email) : options.tenant === consumersTenant
  const domain = email.split('@').at(-1) ?? ''
  return {
    email,
    displayName: options.displayName ?? nameFrom(email),
    oid: computeGuid(`${seed} person ${email.toLowerCase()}`),
    tid: options.tenant ?? (isPersonal ? consumersTenant : getTenant(domain)),
    isPersonal,
    hasEmailClaim: options.hasEmailClaim ?? true,
    obstacle: undefined,
    needsAdminConsent: options.needsAdminConsent ?? false,
    consents: new Map(),
  }
}

/** The tenant that owns a domain. */
export function getTenant(domain: string): string {
  return computeGuid(`tenant ${domain.toLowerCase()}`)
}

function nameFrom(email: string): string {
  const words = (email.split('@')[0] ?? email).split(/[._-]+/).filter((word) => word !== '')
  return words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join(' ')
}

function computeGuid(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
