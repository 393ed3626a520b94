import type { UserId } from '@plmail/wire'
import type { Accounts } from '../accounts/index.ts'
import { createPost } from '../calendar/index.ts'
import type { Identities, Mail, Submissions } from '../mail/index.ts'
import type { SignInNoticeNeeds } from '../people/index.ts'

export interface MailToSelfNeeds {
  mail: Mail
  submissions: Submissions
  identities: Identities
  accounts: Pick<Accounts, 'list'>
}

/** Messages of this server reach users as they write to themselves: through their first mailbox, which needs no other relay. */
export function mailToSelfOver({ accounts, ...parts }: MailToSelfNeeds): SignInNoticeNeeds['mailToSelf'] {
  const mailAccounts = async (userId: UserId) => (await accounts.list(userId)).map(({ id }) => id)
  const post = createPost({ ...parts, mailAccounts })
  return async (userId, id, { subject, text }) => {
    const [first] = await mailAccounts(userId)
    const sender = first === undefined ? undefined : await post.getSender(userId, first)
    if (!sender) return
    const { accountId, email } = sender
    await post.send(userId, accountId, id, {
      to: email,
      replyTo: undefined,
      subject,
      text,
      calendar: undefined,
    })
  }
}
