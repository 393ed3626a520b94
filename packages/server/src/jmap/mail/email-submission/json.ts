import { emailWireId, identityWireId, submissionWireId, threadWireId } from '@plmail/wire'
import type { SubmissionView } from '../../../mail/index.ts'
import { encodeBlobId } from '../../engine/blob-id.ts'

export const submissionProperties = [
  'id',
  'identityId',
  'emailId',
  'threadId',
  'envelope',
  'sendAt',
  'undoStatus',
  'deliveryStatus',
  'dsnBlobIds',
  'mdnBlobIds',
]

/** An EmailSubmission (RFC 8621 §7). */
export function submissionJson(view: SubmissionView): Record<string, unknown> {
  return {
    id: submissionWireId.encode(view.id),
    identityId: identityWireId.encode(view.identityId),
    emailId: emailWireId.encode(view.messageId),
    threadId: threadWireId.encode(view.threadId),
    envelope: view.envelope,
    sendAt: utcDate(view.sendAt),
    undoStatus: view.undoStatus,
    deliveryStatus: Object.fromEntries(
      view.recipients.map(({ email, reply, delivered, displayed }) => [
        email,
        { smtpReply: reply, delivered, displayed },
      ]),
    ),
    dsnBlobIds: view.dsnBlobs.map((digest) => encodeBlobId(digest)),
    mdnBlobIds: view.mdnBlobs.map((digest) => encodeBlobId(digest)),
  }
}

/** RFC 8620 §1.4 UTCDate: fractions of a second are left out when they are zero. */
export const utcDate = (at: Date): string => at.toISOString().replace('.000Z', 'Z')
