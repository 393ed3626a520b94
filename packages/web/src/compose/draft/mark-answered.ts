import type { App, DraftOrigin } from '../../commands/index.ts'
import type { EmailChange } from '../../records/index.ts'

/** Marks a message as answered or forwarded, at the mail server too. Returns how to undo that. */
export function markAnswered(
  { outbox }: Pick<App, 'outbox'>,
  about: DraftOrigin | undefined,
): { undo(): void } | undefined {
  if (!about) return undefined
  const { accountId, emailId, keyword } = about
  const change: Exclude<EmailChange, 'destroy'> = {}
  change[`keywords/${keyword}`] = true
  return outbox.perform({ accountId, verb: 'change', changes: new Map([[emailId, change]]) })
}
