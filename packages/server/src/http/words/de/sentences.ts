import { errors } from './errors.ts'
import { grants } from './grants.ts'
import { mailboxes } from './mailboxes.ts'
import { notices } from './notices.ts'
import { refusals } from './refusals.ts'
import { registrations } from './registrations.ts'

/**
 * The German of what rooms say, by the English of it. `{}` is what a room puts in; `{1}` is the first of them. Of a
 * sentence in a sentence each has a line of its own.
 */
export const sentences: Readonly<Record<string, string>> = {
  ...mailboxes,
  ...grants,
  ...registrations,
  ...refusals,
  ...notices,
  ...errors,
}
