import type { App, LetterAbout } from '../../commands/index.ts'
import type { EmailChange } from '../../records/index.ts'

/** What was answered or passed on says so, at the mail server too. Answers how to take that back. */
export function markAnswered(
  { outbox }: Pick<App, 'outbox'>,
  about: LetterAbout | undefined,
): { undo(): void } | undefined {
  if (!about) return undefined
  const { accountId, emailId, keyword } = about
  const change: Exclude<EmailChange, 'destroy'> = {}
  change[`keywords/${keyword}`] = true
  return outbox.perform({ accountId, verb: 'change', changes: new Map([[emailId, change]]) })
}
