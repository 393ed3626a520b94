import type { Account, Directory, Obstacle } from './accounts.ts'

/** Changes to consents and tokens that happen without the app. Each throws when there is no such account or client. */
export interface MicrosoftGrants {
  /** The user withdraws the app: tokens die, and consent has to be given anew (50173, then the consent page). */
  revoke(email: string, client?: string): void
  /** One permission is taken back: the next refresh that asks for it is a 65001. */
  untick(email: string, scope: string): void
  /** Refresh tokens die with the old password: 50173. */
  changePassword(email: string): void
  /** Refresh tokens have expired: 70008. */
  expire(email: string): void
  /** Access tokens end now; refresh tokens live on. */
  expireAccess(email: string): void
  /** `mfa` and `claims` are gone once somebody signs in by hand; the others stay until they are lifted. */
  require(email: string, obstacle: Obstacle | undefined): void
  /** Only an administrator may consent in this person's tenant: 90094. */
  needAdminConsent(email: string, isNeeded: boolean): void
  /** The client secret is past its date: 7000222. */
  expireSecret(client: string, isExpired: boolean): void
  /** The registration lists no permission of Graph any more: 650057. */
  unlistPermissions(client: string, isMissing: boolean): void
  /** A refresh token used twice ends them all. */
  watchReuse(client: string, isWatched: boolean): void
}

export function createGrants(
  directory: Directory,
  onRevoked: (account: Account, client: string | undefined) => void,
): MicrosoftGrants {
  const account = (email: string): Account => {
    const storedAccount = directory.account(email)
    if (storedAccount) return storedAccount
    throw new Error(`${email} has no account`)
  }
  const client = (id: string) => {
    const registered = directory.client(id)
    if (registered) return registered
    throw new Error(`No client is registered as ${id}`)
  }
  return {
    revoke(email, clientId) {
      const existingAccount = account(email)
      directory.end(existingAccount, 'revoked', clientId)
      directory.withdrawConsent(existingAccount, clientId)
      onRevoked(existingAccount, clientId)
    },
    untick: (email, scope) => directory.withdrawConsent(account(email), undefined, scope),
    changePassword: (email) => directory.end(account(email), 'password'),
    expire: (email) => directory.end(account(email), 'expired'),
    expireAccess: (email) => directory.expireAccess(account(email)),
    require(email, obstacle) {
      account(email).obstacle = obstacle
    },
    needAdminConsent(email, isNeeded) {
      account(email).needsAdminConsent = isNeeded
    },
    expireSecret(id, isExpired) {
      client(id).isSecretExpired = isExpired
    },
    unlistPermissions(id, isMissing) {
      client(id).listsNoPermissions = isMissing
    },
    watchReuse(id, isWatched) {
      client(id).watchesReuse = isWatched
    },
  }
}
