import type { Identity } from '@plmail/wire'
import { htmlOfText, type Format, type MessageEditor } from '../editor/index.ts'
import type { Sender } from '../draft/answer.ts'
import { changeIdentity, changeSender, toggleSignature } from '../draft/change-signature.ts'
import type { Draft } from '../draft/draft.ts'
import type { Body } from '../draft/message.ts'
import { signatureState, type SignatureState } from '../draft/signature.ts'

/** The text of a message with its editor (none for plain text), the formats at the cursor, and its signature. Reactive. */
export interface DraftText {
  /** The text that the editor starts from; another body starts another editor. */
  readonly body: Body
  readonly editor: MessageEditor | undefined
  readonly active: ReadonlySet<Format>
  readonly signature: SignatureState
  ready(editor: MessageEditor | undefined): void
  moved(active: ReadonlySet<Format>): void
  setSender(sender: Sender): void
  setIdentity(identity: Identity): void
  toggleSignature(): void
  /** From formatted to plain text, or back. */
  togglePlain(): void
}

export function createDraftText(draft: Draft): DraftText {
  let body = $state.raw<Body>(draft.readBody())
  let editor = $state.raw<MessageEditor>()
  let active = $state.raw<ReadonlySet<Format>>(new Set())
  let signature = $state<SignatureState>('none')

  function look(): void {
    signature = signatureState(editor?.signature(), draft.fields.sender.identity)
  }

  return {
    get body() {
      return body
    },
    get editor() {
      return editor
    },
    get active() {
      return active
    },
    get signature() {
      return signature
    },
    ready(created) {
      editor = created
      look()
    },
    moved(formats) {
      if (formats.size !== active.size || [...formats].some((format) => !active.has(format))) active = formats
      look()
    },
    setSender(sender) {
      changeSender(draft, editor, sender)
      look()
    },
    setIdentity(identity) {
      changeIdentity(draft, editor, identity)
      look()
    },
    toggleSignature() {
      toggleSignature(draft, editor)
      look()
    },
    togglePlain() {
      const { text } = draft.readBody()
      body = body.html === null ? { html: htmlOfText(text), text } : { html: null, text }
      draft.bodyChanged()
    },
  }
}
