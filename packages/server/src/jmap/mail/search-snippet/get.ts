import { accountWireId, emailWireId } from '@plmail/wire'
import { readAccount, readIds, invalid, onlyKnown } from '../../engine/arguments.ts'
import { mustExist, type EmailQuestionNeeds, readQuestion } from '../email/email-question.ts'
import type { Method } from '../../engine/method.ts'

/** Most messages that one call is about. */
export const maxSnippets = 500

/** SearchSnippet/get (RFC 8621 §5.1). */
export function searchSnippetGet(needs: EmailQuestionNeeds): Method {
  return {
    run: async (args, context) => {
      onlyKnown(args, ['accountId', 'filter', 'emailIds'])
      const account = readAccount(args, context.caller)
      const emailIds = readIds(args, 'emailIds', maxSnippets)
      if (emailIds === null) throw invalid('emailIds', 'a list of ids')
      const { question, named } = await readQuestion(needs, account, args, context)
      await mustExist(needs, account, named)
      const ids = emailIds.flatMap((text) => emailWireId.decode(text) ?? [])
      const snippets = await needs.mail.search.snippets(account.id, question.filter, ids)
      const list = snippets.map(({ id, subject, preview }) => ({
        emailId: emailWireId.encode(id),
        subject,
        preview,
      }))
      const presentIds = new Set(list.map(({ emailId }) => emailId))
      const notFound = emailIds.filter((id) => !presentIds.has(id))
      return {
        accountId: accountWireId.encode(account.id),
        list,
        notFound: notFound.length === 0 ? null : notFound,
      }
    },
  }
}
