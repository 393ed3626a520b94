import type { AccountId, ProblemDetail, ProviderName } from '@plmail/wire'

/** One cause of trouble with its facts and its one repair. However many accounts suffer from it, it is one card. */
export interface HealthCard {
  /** The same as long as the cause is the same. */
  id: string
  kind:
    | 'registration'
    | 'testing-status'
    | 'grant-over'
    | 'grant-ends-soon'
    | 'access-missing'
    | 'blocked'
    | 'password'
    | 'server'
    | 'push'
    | 'damage'
  severity: 'critical' | 'warning' | 'notice'
  title: ProblemDetail
  text: ProblemDetail
  facts: Fact[]
  /** The provider's own words. */
  said: string | null
  /** The user's accounts that have the problem. */
  accounts: Array<{ id: AccountId; address: string }>
  /** Null: it passes by itself, or somebody else has to act. */
  repair: Repair | null
}

export type Fact = { label: ProblemDetail; at: Date } | { label: ProblemDetail; text: ProblemDetail }

export type Repair =
  /** For each account of the card. */
  | { kind: 'reconnect'; provider: ProviderName; label: ProblemDetail }
  | { kind: 'password'; label: ProblemDetail }
  | { kind: 'providers'; label: ProblemDetail }
  /** Registering for the provider's announcements again, on the account's page. */
  | { kind: 'push'; label: ProblemDetail }
