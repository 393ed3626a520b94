import { templateWireId } from '@plmail/wire'
import type { Changes } from '../../../changes/index.ts'
import type { Templates } from '../../../mail/index.ts'
import { onlyKnown, readPersonalAccount } from '../../engine/arguments.ts'
import { answerGet, readRequest, pick } from '../../engine/get.ts'
import type { Method } from '../../engine/method.ts'

export interface TemplateNeeds {
  templates: Templates
  changes: Changes
}

const properties = ['id', 'name', 'subject', 'htmlBody', 'sortOrder']

/** Template/get. */
export function templateGet({ templates, changes }: TemplateNeeds): Method {
  return {
    run: async (args, { caller }) => {
      onlyKnown(args, ['accountId', 'ids', 'properties'])
      const request = readRequest(args, caller, templateWireId, properties, readPersonalAccount)
      return answerGet(changes, request, templateWireId, async () =>
        (await templates.list(request.account.id, request.ids)).map(({ id, ...fields }) => ({
          id,
          json: pick({ id: templateWireId.encode(id), ...fields }, request.properties),
        })),
      )
    },
  }
}
