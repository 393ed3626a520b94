import type { MailboxObject } from 'imapflow'
import { commandError } from './classify.ts'
import type { ImapConnection } from './connect.ts'

/**
 * Opens the mailbox. `fresh` selects it again even when it is open: a session sees new messages and a current
 * HIGHESTMODSEQ for sure only after SELECT. CLOSE is never used: it expunges.
 */
export async function select(
  { client }: ImapConnection,
  path: string,
  view: 'fresh' | 'open' = 'open',
): Promise<MailboxObject> {
  if (view === 'open' && client.mailbox && client.mailbox.path === path) return client.mailbox
  try {
    return await client.mailboxOpen(path)
  } catch (error) {
    throw commandError(error, `opening the folder "${path}"`)
  }
}

/** Turns the `false` of an imapflow command into the error it stands for. */
export function mustAnswer<T>(connection: ImapConnection, answer: T | false | undefined, doing: string): T {
  const refusal = connection.takeRefusal()
  if (answer === false || answer === undefined) {
    throw commandError(refusal ?? new Error('The connection ended'), doing)
  }
  return answer
}
