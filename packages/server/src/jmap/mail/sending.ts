import { identityWireId, submissionWireId } from '@plmail/wire'
import type { Changes } from '../../changes/index.ts'
import type { Identities, Mail, Submissions } from '../../mail/index.ts'
import { messageBytes } from '../engine/blob-bytes.ts'
import { changesMethod } from '../engine/changes.ts'
import { submissionGet } from './email-submission/get.ts'
import { submissionQuery, submissionQueryChanges } from './email-submission/query.ts'
import { submissionSet } from './email-submission/set.ts'
import { identityGet } from './identity/get.ts'
import { identitySet } from './identity/set.ts'
import { mdnParse } from './mdn/parse.ts'
import { mdnSend } from './mdn/send.ts'
import type { Method } from '../engine/method.ts'

export interface SendingNeeds {
  identities: Identities
  submissions: Submissions
}

/** The methods of RFC 8621 §6 and §7, and those of RFC 9007. */
export function sendingMethods(
  needs: SendingNeeds & { mail: Mail; changes: Changes },
): Array<[string, Method]> {
  const { changes, mail } = needs
  return [
    ['Identity/get', identityGet(needs)],
    ['Identity/changes', changesMethod(changes, 'Identity', identityWireId)],
    ['Identity/set', identitySet(needs)],
    ['EmailSubmission/get', submissionGet(needs)],
    ['EmailSubmission/changes', changesMethod(changes, 'EmailSubmission', submissionWireId)],
    ['EmailSubmission/query', submissionQuery(needs)],
    ['EmailSubmission/queryChanges', submissionQueryChanges(needs)],
    ['EmailSubmission/set', submissionSet(needs)],
    ['MDN/send', mdnSend(needs)],
    ['MDN/parse', mdnParse({ ...needs, bytesOf: messageBytes(mail) })],
  ]
}

/** RFC 8621 §1.3.2. */
export const submissionOfAccount = {
  maxDelayedSend: 365 * 86_400,
  submissionExtensions: { FUTURERELEASE: [String(365 * 86_400)] },
}
