import type { AppPasswordScope, NewAppPassword } from '@plmail/wire'

/** The contents of the form: select values, so everything is text. */
export interface AppPasswordFields {
  name: string
  /** `everything`, or what it is limited to. */
  scope: string
  /** An account id; empty for all accounts. */
  accountId: string
  /** Days until it ends; empty for never. */
  days: string
}

export const appPasswordPointers = ['/name', '/expiresAt', '/accountId']

export const emptyAppPassword = (): AppPasswordFields => ({
  name: '',
  scope: 'everything',
  accountId: '',
  days: '',
})

const scopes: readonly AppPasswordScope[] = ['read', 'mail', 'calendar']
const dayMs = 86_400_000

export function newAppPassword(
  { name, scope, accountId, days }: AppPasswordFields,
  now: Date,
): NewAppPassword {
  return {
    name,
    scope: scopes.find((candidate) => candidate === scope) ?? null,
    accountId: accountId || null,
    expiresAt: days === '' ? null : new Date(now.getTime() + Number(days) * dayMs).toISOString(),
  }
}
