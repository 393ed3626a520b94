import type { EmailSubmission } from '@plmail/wire'
import type { Outgoing } from '../../records/index.ts'

/** The delivery status of a message that the user has sent. */
export type DeliveryProof =
  | { kind: 'scheduled' | 'queued' | 'accepted' | 'delivered' | 'seen' | 'unproven' }
  /** Refused for the moment and tried again; the server's words. */
  | { kind: 'trying'; words: string }
  | { kind: 'refused'; words: string }

export function proofOf(submission: EmailSubmission, isInSent: boolean, now: Date): DeliveryProof {
  const all = Object.values(submission.deliveryStatus ?? {})
  const refused = all.find(({ delivered }) => delivered === 'no')
  if (refused) return { kind: 'refused', words: refused.smtpReply }
  if (submission.undoStatus === 'pending')
    return { kind: new Date(submission.sendAt) > now ? 'scheduled' : 'queued' }
  const waiting = all.find(({ delivered }) => delivered === 'queued')
  if (waiting)
    return waiting.smtpReply === '' ? { kind: 'queued' } : { kind: 'trying', words: waiting.smtpReply }
  if (all.length > 0 && all.every(({ delivered }) => delivered === 'yes')) return { kind: 'delivered' }
  // The mail server has never confirmed the message: our own copy in Sent proves nothing.
  if (all.some(({ delivered, smtpReply }) => delivered === 'unknown' && smtpReply === ''))
    return { kind: 'unproven' }
  return { kind: isInSent ? 'seen' : 'accepted' }
}

export interface OutboxGroup {
  name: 'scheduled' | 'onTheWay' | 'refused' | 'done'
  drafts: Outgoing[]
}

/**
 * Groups messages: first those that need somebody, then those that wait, then those that are done; empty groups are
 * left out.
 */
export function groupsOf(all: readonly Outgoing[], now: Date): OutboxGroup[] {
  const nameOf = ({ submission }: Outgoing): OutboxGroup['name'] => {
    const { kind } = proofOf(submission, false, now)
    if (kind === 'refused' || kind === 'unproven') return 'refused'
    if (kind === 'scheduled') return 'scheduled'
    return kind === 'queued' || kind === 'trying' ? 'onTheWay' : 'done'
  }
  return (['refused', 'onTheWay', 'scheduled', 'done'] as const)
    .map((name) => ({ name, drafts: all.filter((outgoing) => nameOf(outgoing) === name) }))
    .filter(({ drafts }) => drafts.length > 0)
}

/** Lists the reply of the receiving server for each recipient that has one. */
export const repliesTo = ({ deliveryStatus }: EmailSubmission): [who: string, words: string][] =>
  Object.entries(deliveryStatus ?? {}).flatMap(([who, { smtpReply }]) =>
    smtpReply === '' ? [] : [[who, smtpReply]],
  )
