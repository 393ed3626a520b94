import type { UserId } from '@plmail/wire'
import type { Changes, LiveNotice } from '../../changes/index.ts'
import type { Events, SignInChange } from '../../events/index.ts'
import type { Jobs } from '../../jobs/index.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Random } from '../../kit/random.ts'
import type { Users } from '../users.ts'
import { mailKind, noticeKind, type SignInChanged } from './kinds.ts'
import { type NoticeMail, noticeMail } from './notice-mail.ts'

export interface SignInNoticeNeeds {
  events: Pick<Events, 'subscribe'>
  jobs: Pick<Jobs, 'handle' | 'enqueue'>
  changes: Pick<Changes, 'announce'>
  users: Pick<Users, 'byId'>
  clock: Clock
  random: Random
  publicAddress(): string | undefined
  /** Sends a message from a mailbox of the user to itself, once for each id; nothing where there is no mailbox. */
  mailToSelf(userId: UserId, id: string, mail: NoticeMail): Promise<void>
}

/**
 * Tells users what changed about how they sign in, in case it was not them: in the browsers that are open, and by mail.
 * Both are written down in the transaction of the change.
 */
export function createSignInNotices(needs: SignInNoticeNeeds): void {
  const { events, jobs, changes, clock, random } = needs
  events.subscribe('sign-in-changed', 'sign-in-notices', async ({ tx, userId, change, subject = '' }) => {
    const changed = { id: random(12).toString('hex'), userId, change, subject, at: clock.now().toISOString() }
    await jobs.enqueue(tx, noticeKind, changed)
    await jobs.enqueue(tx, mailKind, changed)
  })
  // Run twice, it is shown twice.
  jobs.handle(noticeKind, ({ userId, change, subject }) =>
    changes.announce(userId, { kind: 'notice', level: 'info', ...noticeOf[change](subject) }),
  )
  jobs.handle(mailKind, (changed) => sendMail(needs, changed))
}

const noticeOf: Readonly<Record<SignInChange, (subject: string) => Omit<LiveNotice, 'level'>>> = {
  'password-changed': () => ({ problem: { problem: 'people/password-changed' } }),
  'new-browser': (browser) => ({ problem: { problem: 'people/new-browser', browser } }),
  'email-changed': () => ({ problem: { problem: 'people/email-changed' } }),
  'second-factor-on': () => ({ problem: { problem: 'people/second-factor-switched-on' } }),
  'second-factor-off': () => ({ problem: { problem: 'people/second-factor-switched-off' } }),
  // The reference lets pages that list app passwords, or wait for one, look again.
  'app-password-made': (name) => ({
    reference: 'AppPassword',
    problem: { problem: 'people/app-password-made', name },
  }),
  'authenticator-added': () => ({ problem: { problem: 'people/authenticator-added' } }),
  'authenticator-removed': () => ({ problem: { problem: 'people/authenticator-removed' } }),
  'recovery-codes-renewed': () => ({ problem: { problem: 'people/recovery-codes-renewed' } }),
  'passkey-added': () => ({ problem: { problem: 'people/passkey-added' } }),
  'passkey-removed': () => ({ problem: { problem: 'people/passkey-removed' } }),
  'passkey-disabled': () => ({ problem: { problem: 'people/passkey-disabled-just-now' } }),
  'identity-linked': (name) => ({ problem: { problem: 'people/identity-linked', name } }),
  'identity-unlinked': (name) => ({ problem: { problem: 'people/identity-unlinked', name } }),
}

/** Safe to run twice: the id names the message. */
async function sendMail(
  { users, publicAddress, mailToSelf }: SignInNoticeNeeds,
  changed: SignInChanged,
): Promise<void> {
  const user = await users.byId(changed.userId)
  if (!user) return
  await mailToSelf(user.id, changed.id, noticeMail(user, changed, publicAddress()))
}
