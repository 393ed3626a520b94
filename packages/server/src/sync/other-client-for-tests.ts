import type { ImapFlow } from 'imapflow'
import type { Run } from './convergence-run-for-tests.ts'
import { imapUser } from './sync-for-tests.ts'

/**
 * Dovecot ends the session of a client whose open folder somebody else renames or deletes ("IMAP session state is
 * inconsistent, please relogin"). The other client signs in again then, as every client does.
 */
export async function signInAgain(run: Pick<Run, 'other' | 'rig' | 'story'>): Promise<void> {
  if (run.other.usable) return
  run.story.push('other: signs in again')
  run.other = await run.rig.dovecot.client(imapUser)
}

/** Whether a command failed because the server had ended the session. */
export function isSignedOut({ usable }: ImapFlow, error: unknown): boolean {
  const code: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined
  return !usable && (code === 'NoConnection' || code === 'EConnectionClosed')
}
