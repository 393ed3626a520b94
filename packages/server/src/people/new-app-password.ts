import type { AccountId, ProblemDetail, AppPasswordScope } from '@plmail/wire'

/** The scopes of an app password: reading only, mail only or calendars only; null is everything. */
export const appPasswordScopes = ['read', 'mail', 'calendar'] as const
/** The rights that credentials grant. */
export interface Rights {
  scope: AppPasswordScope | null
  /** The one account they open; null: every account of the user. */
  accountId: AccountId | null
}

/** Whether the rights open the calendars that live in an account of their user. */
export function opensCalendars(rights: Rights, accountId: AccountId): boolean {
  return rights.scope !== 'mail' && (rights.accountId === null || rights.accountId === accountId)
}

/** Whether the rights open the mail of an account of their user. */
export function opensMail(rights: Rights, accountId: AccountId): boolean {
  return rights.scope !== 'calendar' && (rights.accountId === null || rights.accountId === accountId)
}

/** Whether their holder hears that an account changed; `personal` is the user's account without mail. */
export function hears(rights: Rights, accountId: AccountId, personal: AccountId | undefined): boolean {
  if (accountId === personal) return rights.scope !== 'mail' && rights.accountId === null
  return opensMail(rights, accountId) || opensCalendars(rights, accountId)
}

/** Returns the types whose changes the holder may receive; null is every type. */
export function typesHeard(rights: Rights, types: ReadonlySet<string> | null): ReadonlySet<string> | null {
  if (rights.scope !== 'calendar') return types
  return new Set(['Calendar', 'CalendarEvent'].filter((type) => types === null || types.has(type)))
}

/** Who asks has made sure that the account is the user's. */
export interface AppPasswordForm extends Rights {
  name: string
  expiresAt: Date | null
}

export interface AppPasswordProblem {
  field: 'name' | 'expiresAt'
  /** Says what to do about it. */
  problem: ProblemDetail
}

const maxNameLength = 100

/** The form with its name trimmed, or what is wrong with each field. */
export function checkAppPassword(form: AppPasswordForm, now: Date): AppPasswordForm | AppPasswordProblem[] {
  const name = form.name.trim().replace(/\s+/g, ' ').normalize('NFC')
  const problems: AppPasswordProblem[] = []
  const problem = nameProblem(name)
  if (problem !== undefined) problems.push({ field: 'name', problem })
  if (form.expiresAt !== null && !(form.expiresAt > now))
    problems.push({ field: 'expiresAt', problem: { problem: 'people/not-in-the-future' } })
  return problems.length > 0 ? problems : { ...form, name }
}

function nameProblem(name: string): ProblemDetail | undefined {
  if (name === '') return { problem: 'people/app-password-unnamed' }
  if ([...name].length > maxNameLength) return { problem: 'people/too-long', most: maxNameLength }
  if (/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(name)) return { problem: 'people/unusable-name' }
  return undefined
}
