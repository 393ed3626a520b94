import type { App } from '../../commands/index.ts'
import type { Draft } from '../draft/draft.ts'
import { recipientsOf } from '../draft/message.ts'
import { isAddress } from '../draft/recipients.ts'
import type { MessageEditor } from '../editor/index.ts'
import { openVariables } from '../template/variables-left.ts'
import { obstacle } from './obstacle.ts'
import { questionsAbout } from './questions.ts'
import { sendDraft } from './send-draft.ts'
import { createSendFlow, type SendFlow, type SendState, type SendTools } from './send-flow.ts'
import type { Sendings } from './sendings.ts'

interface DraftFlowParts {
  app: App
  sendings: Sendings
  draft: Draft
  editor: () => MessageEditor | undefined
  fill: () => Promise<void>
  show: (state: SendState) => void
  onclose: () => void
}

/** Sends a draft; the conversation that it answers is archived with it where that was asked for. */
export function createDraftFlow(parts: DraftFlowParts): SendFlow {
  const { app, draft, fill, show, onclose } = parts
  return createSendFlow({
    fill,
    tools: draftTools(parts),
    show,
    onSent({ archives }) {
      const { about } = draft
      const target = about && app.records.store.email(about.accountId, about.emailId)
      if (archives && target)
        void app.actions.archive([{ accountId: about.accountId, threadId: target.threadId }])
      onclose()
    },
  })
}

/** Looks at a draft as it stands at that moment. */
function draftTools({ app, sendings, draft, editor }: DraftFlowParts): SendTools {
  return {
    obstacle() {
      const { to, cc, bcc } = draft.fields
      const invalid = [...to, ...cc, ...bcc].flatMap(({ email }) => (isAddress(email) ? [] : [email]))
      return obstacle(draft.fields, invalid, recipientsOf(draft.fields).length, app.connection.isOffline)
    },
    questions: () => questionsAbout(draft.fields, draft.readBody().text, openVariables(draft, editor())),
    send: (when) => sendDraft(app, sendings, draft, when),
  }
}
