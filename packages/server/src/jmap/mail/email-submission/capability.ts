import { capability, identityWireId, submissionWireId } from '@plmail/wire'
import type { Changes } from '../../../changes/index.ts'
import type { Identities, Submissions } from '../../../mail/index.ts'
import type { Capability } from '../../engine/capability.ts'
import { changesMethod } from '../../engine/changes.ts'
import { identityGet } from '../identity/get.ts'
import { identitySet } from '../identity/set.ts'
import { submissionGet } from './get.ts'
import { submissionQuery, submissionQueryChanges } from './query.ts'
import { submissionSet } from './set.ts'

/** RFC 8621 §6 and §7: as whom a user sends, and the sending. */
export function createSubmissionCapability({
  identities,
  submissions,
  changes,
}: {
  identities: Identities
  submissions: Submissions
  changes: Changes
}): Capability {
  return {
    uri: capability.submission,
    ofAccount: ({ holdsMail }) => (holdsMail ? ofAccount : undefined),
    family: 'mail',
    methods: {
      'Identity/get': identityGet({ identities, changes }),
      'Identity/changes': changesMethod(changes, 'Identity', identityWireId),
      'Identity/set': identitySet({ identities }),
      'EmailSubmission/get': submissionGet({ submissions, changes }),
      'EmailSubmission/changes': changesMethod(changes, 'EmailSubmission', submissionWireId),
      'EmailSubmission/query': submissionQuery({ submissions, changes }),
      'EmailSubmission/queryChanges': submissionQueryChanges({ submissions, changes }),
      'EmailSubmission/set': submissionSet({ submissions, changes }),
    },
  }
}

const yearSeconds = 365 * 86_400

/** RFC 8621 §1.3.2. */
const ofAccount = {
  maxDelayedSend: yearSeconds,
  submissionExtensions: { FUTURERELEASE: [String(yearSeconds)] },
}
