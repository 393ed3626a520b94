import type { NewAppPassword } from '@plmail/wire'
import { appPasswordScope } from '../../records/index.ts'

/** The contents of the form: select values, so everything is text. */
export interface AppPasswordFields {
  name: string
  /** `everything`, or what it is limited to. */
  scope: string
  /** An account id; empty for all accounts. */
  accountId: string
  /** Days until it ends; empty for never. */
  days: string
  /** The user's own. */
  password: string
}

export const appPasswordPointers = ['/name', '/expiresAt', '/accountId', '/password']

export const emptyAppPassword = (): AppPasswordFields => ({
  name: '',
  scope: 'everything',
  accountId: '',
  days: '',
  password: '',
})

/** The fields that may wait in the browser: all but the password. */
export const draftOf = ({ name, scope, accountId, days }: AppPasswordFields) => ({
  name,
  scope,
  accountId,
  days,
})

const dayMs = 86_400_000

export function newAppPassword(
  { name, scope, accountId, days, password }: AppPasswordFields,
  now: Date,
): NewAppPassword {
  return {
    name,
    password,
    scope: appPasswordScope(scope),
    accountId: accountId || null,
    expiresAt: days === '' ? null : new Date(now.getTime() + Number(days) * dayMs).toISOString(),
  }
}
