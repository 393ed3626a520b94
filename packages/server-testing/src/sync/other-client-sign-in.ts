import type { ImapFlow } from 'imapflow'
import type { Dovecot } from '../servers/dovecot.ts'
import type { Run } from './convergence-run.ts'
import { imapUser } from './test-imap-sync.ts'

/**
 * The other client of a run. Where Dovecot leaves a command waiting for the lock of a folder, for up to two minutes, it
 * gives up as ours does and goes on, or a run would not end in its time.
 */
export const signInOther = (dovecot: Dovecot, silenceMilliseconds = 20_000): Promise<ImapFlow> =>
  dovecot.client(imapUser, silenceMilliseconds)

/**
 * Dovecot ends the session of a client whose open folder somebody else renames or deletes ("IMAP session state is
 * inconsistent, please relogin"). The other client signs in again then, as every client does.
 */
export async function signInAgain(run: Pick<Run, 'other' | 'rig' | 'story'>): Promise<void> {
  if (run.other.usable) return
  run.story.push('other: signs in again')
  run.other = await signInOther(run.rig.dovecot)
}

/** Whether a command failed because the server had ended the session. */
export function isSignedOut({ usable }: ImapFlow, error: unknown): boolean {
  const code: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined
  return !usable && (code === 'NoConnection' || code === 'EConnectionClosed')
}
