import { submissionWireId } from '@plmail/wire'
import type { Changes } from '../../../changes/index.ts'
import type { Submissions } from '../../../mail/index.ts'
import { onlyKnown } from '../../engine/arguments.ts'
import { answerGet, readRequest, pick } from '../../engine/get.ts'
import { limits } from '../../engine/limits.ts'
import { type Method, MethodFailure } from '../../engine/method.ts'
import { submissionJson, submissionProperties } from './json.ts'

export interface SubmissionNeeds {
  submissions: Submissions
  changes: Changes
}

/** EmailSubmission/get (RFC 8621 §7.1). */
export function submissionGet({ submissions, changes }: SubmissionNeeds): Method {
  return {
    run: async (args, { caller }) => {
      onlyKnown(args, ['accountId', 'ids', 'properties'])
      const request = readRequest(args, caller, submissionWireId, submissionProperties)
      return answerGet(changes, request, submissionWireId, async () => {
        const views = await submissions.list(request.account.id, request.ids)
        if (views.length > limits.maxObjectsInGet) throw new MethodFailure('requestTooLarge')
        return views.map((submission) => ({
          id: submission.id,
          json: pick(submissionJson(submission), request.properties),
        }))
      })
    },
  }
}
