import { htmlOfText } from '../editor/index.ts'
import type { Sender } from './answer.ts'
import { draftOfMailto } from './mailto.ts'
import { blankDraft, type DraftStart } from './start.ts'

/** A message to the recipients of a `mailto:` link, with its subject and text. */
export function linkDraft(sender: Sender, url: string): DraftStart {
  const draft = draftOfMailto(url)
  const start = blankDraft(sender)
  if (!draft) return start
  const { to, cc, bcc, subject, body } = draft
  const rest = 'html' in start.body ? start.body.html : ''
  return {
    ...start,
    fields: { ...start.fields, to, cc, bcc: [...start.fields.bcc, ...bcc], subject },
    body: { html: (body === '' ? '' : htmlOfText(body)) + rest },
  }
}
