import type { Identity } from '@plmail/wire'
import type { MessageEditor } from '../editor/index.ts'
import type { Sender } from './answer.ts'
import type { Draft } from './draft.ts'
import { signatureState } from './signature.ts'
import { signatureHtml } from './start.ts'

type Signed = Pick<MessageEditor, 'signature' | 'setSignature'>

/** Replaces the old sender's signature and Bcc by the new one's; changes made by hand stay. */
export function changeSender(draft: Draft, editor: Signed | undefined, sender: Sender): void {
  const isAsSet = signatureState(editor?.signature(), draft.fields.sender.identity) === 'set'
  draft.set({ sender })
  if (isAsSet) editor?.setSignature(signatureHtml(sender.identity))
}

/** The signature was changed: where the message has it as it was set, it has the new one. */
export function changeIdentity(draft: Draft, editor: Signed | undefined, identity: Identity): void {
  const { sender } = draft.fields
  const wasEdited = signatureState(editor?.signature(), sender.identity) === 'edited'
  draft.set({ sender: { ...sender, identity } })
  if (!wasEdited) editor?.setSignature(signatureHtml(identity))
}

export function toggleSignature(draft: Draft, editor: Signed | undefined): void {
  const { identity } = draft.fields.sender
  const hasNone = signatureState(editor?.signature(), identity) === 'none'
  editor?.setSignature(hasNone ? signatureHtml(identity) : undefined)
}
