import type { GmailHandler } from '../ask.ts'
import { param } from '../ask.ts'
import { oneOf, textIn, textsIn } from '../fields.ts'
import type { GmailMailbox } from '../mailbox.ts'
import { notFound } from '../refusal.ts'

/** The mailbox as a whole: its profile, the addresses it writes from, and who is told of its changes. */
export const account: Record<string, GmailHandler> = {
  getProfile: ({ mailbox: { email, store, total } }) => ({
    emailAddress: email,
    messagesTotal: total(),
    threadsTotal: store.threads.size,
    historyId: String(store.history.current),
  }),
  watch: (ask) =>
    ask.watches.start(ask.mailbox, ask.project, {
      topicName: textIn(ask.body, 'topicName') ?? '',
      labelIds: textsIn(ask.body, 'labelIds'),
      behavior:
        oneOf(ask.body, 'labelFilterBehavior', ['include', 'exclude']) ??
        oneOf(ask.body, 'labelFilterAction', ['include', 'exclude']) ??
        'include',
    }),
  // Stops all there are [D].
  stop: (ask) => ask.watches.stop(ask.mailbox.email),
  'settings.sendAs.list': (ask) => ({ sendAs: sendAs(ask.mailbox) }),
  'settings.sendAs.get': (ask) => {
    const address = param(ask, 'sendAsEmail').toLowerCase()
    const alias = sendAs(ask.mailbox).find((candidate) => candidate.sendAsEmail.toLowerCase() === address)
    if (!alias) throw notFound()
    return alias
  },
}

function sendAs({
  email,
  name,
  aliases,
}: GmailMailbox): Array<Readonly<Record<string, unknown>> & { sendAsEmail: string }> {
  return [
    {
      sendAsEmail: email,
      displayName: name,
      replyToAddress: '',
      signature: '',
      isPrimary: true,
      isDefault: true,
    },
    ...aliases.map((alias) => ({
      sendAsEmail: alias.address,
      displayName: alias.name,
      replyToAddress: '',
      signature: '',
      treatAsAlias: true,
      verificationStatus: alias.verified ? 'accepted' : 'pending',
    })),
  ]
}
