import { RetryAt } from '../../jobs/index.ts'
import type { Events } from '../../events/index.ts'
import { announce, announceKind } from './announce-job.ts'
import { answer, apply, propose, withMessage } from './answer.ts'
import type { Invitations, InvitationView } from './types.ts'
import type { InvitationParts } from './invitation-parts.ts'
import { queueReceived, receive, receiveKind } from './receive-job.ts'
import { readReceived } from './received-message.ts'
import { mailKind, sendMail } from './scheduling-mail.ts'
import { loadInvitation } from './invitation-view.ts'

export function createInvitations(
  parts: InvitationParts & { events: Pick<Events, 'subscribe'> },
): Invitations {
  parts.jobs.handle(receiveKind, async (job) => void (await receive(parts, job)))
  parts.jobs.handle(announceKind, async (job) => {
    const later = await announce(parts, job)
    if (later) throw new RetryAt(later, 'The change has not stood for long enough')
  })
  parts.jobs.handle(mailKind, ({ id }) => sendMail(parts, id))
  parts.events.subscribe('meeting-mail-arrived', 'invitations', ({ change, messageIds }) =>
    queueReceived(parts, change, messageIds),
  )
  return {
    get: async (userId, accountId, ids) => {
      const account = (await parts.listAccounts(userId)).find(({ id }) => id === accountId)
      if (!account) return []
      const views: InvitationView[] = []
      for (const received of await readReceived(parts.mail, account, ids)) {
        const looked = await loadInvitation(parts, userId, accountId, received)
        if (looked) views.push(looked.view)
      }
      return views
    },
    answer: (userId, accountId, id, request) =>
      withMessage(parts, [userId, accountId, id], (looked) => answer(parts, looked, request)),
    propose: (userId, accountId, id, proposal) =>
      withMessage(parts, [userId, accountId, id], (looked) => propose(parts, looked, proposal)),
    apply: (userId, accountId, id) =>
      withMessage(parts, [userId, accountId, id], (looked) => apply(parts, looked)),
  }
}
