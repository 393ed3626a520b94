import type { AccountId, MessageId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import type { JobKind } from '../../jobs/index.ts'
import { noteCalledOff } from './cancelled-meetings.ts'
import type { InvitationParts } from './invitation-parts.ts'
import { readReceived } from './received-message.ts'
import { storeInvitation, type Untaken } from './store-invitation.ts'

interface MessageJob {
  accountId: AccountId
  messageId: MessageId
}

/** Does what a message about a meeting says. */
export const receiveKind: JobKind<MessageJob> = {
  name: 'calendar.receive',
  lane: 'sync',
  maxAttempts: 5,
  parse: (payload) => {
    const { accountId, messageId } = (payload ?? {}) as { accountId?: unknown; messageId?: unknown }
    if (typeof accountId !== 'number' || typeof messageId !== 'number')
      throw new Error('Job payload names no message')
    return { accountId: accountId as AccountId, messageId: messageId as MessageId }
  },
}

/** One after the other for an account, so that those of one meeting meet in their order. */
export async function queueReceived(
  { jobs }: Pick<InvitationParts, 'jobs'>,
  { tx, accountId }: Change,
  ids: readonly MessageId[],
): Promise<void> {
  const queue = `calendar.receive:${accountId}`
  for (const messageId of ids) await jobs.enqueue(tx, receiveKind, { accountId, messageId }, { queue })
}

/** Processes a message and returns the outcome for each event it is about; empty where it is about none. */
export async function receive(
  parts: InvitationParts,
  { accountId, messageId }: MessageJob,
): Promise<Array<'written' | Untaken>> {
  const userId = await parts.getOwner(accountId)
  if (userId === undefined) return []
  const account = (await parts.listAccounts(userId)).find(({ id }) => id === accountId)
  const [received] = account ? await readReceived(parts.mail, account, [messageId]) : []
  if (!received || received.isOwn) return []
  const done: Array<'written' | Untaken> = []
  for (const item of received.message.items) {
    await noteCalledOff(parts, userId, accountId, received, item)
    done.push(await storeInvitation(parts, userId, accountId, received, item))
  }
  return done
}
