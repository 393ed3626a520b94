import type { EmailAddress, Identity } from '@plmail/wire'
import type { DraftOrigin } from '../../commands/index.ts'
import type { SavedDraft } from '../../records/index.ts'
import { htmlOfText, sanitised, signatureClass } from '../editor/index.ts'
import type { Sender } from './answer.ts'
import type { Fields } from './message.ts'

/** A message as its window opens. */
export interface DraftStart {
  fields: Fields
  /** The text as HTML, or as plain text where the message has no other. */
  body: { html: string } | { text: string }
  draft: SavedDraft | undefined
  /** The message that is replied to or forwarded, and the keyword it gets once this one is sent. */
  about: DraftOrigin | undefined
  /** Notice that the window shows first. */
  notice: string | undefined
  /** Bytes of files that the server does not have yet. */
  sources?: ReadonlyMap<number, File> | undefined
}

export interface StartParts {
  senders: readonly Sender[]
  /** The user's own addresses, in lower case. */
  own: ReadonlySet<string>
  /** Writes a moment out. */
  full(at: Date): string
}

/** Empty line between the parts of a message. */
export const emptyLine = '<div><br></div>'

/** The signature as a block of the message; undefined where the identity has none. */
export function signatureHtml({ htmlSignature, textSignature }: Identity): string | undefined {
  const html = htmlSignature.trim() === '' ? htmlOfText(textSignature.trim()) : sanitised(htmlSignature)
  const isEmpty = htmlSignature.trim() === '' && textSignature.trim() === ''
  return isEmpty ? undefined : `<div class="${signatureClass}">${html}</div>`
}

export function blankDraft(sender: Sender, to: readonly EmailAddress[] = []): DraftStart {
  const signature = signatureHtml(sender.identity)
  return {
    fields: {
      sender,
      to,
      cc: [],
      bcc: sender.identity.bcc ?? [],
      subject: '',
      files: [],
      thread: undefined,
      asksReceipt: false,
    },
    body: { html: emptyLine + (signature === undefined ? '' : emptyLine + signature) },
    draft: undefined,
    about: undefined,
    notice: undefined,
  }
}
