import { promisesAttachment } from './forgotten-attachment.ts'
import type { Fields } from '../draft/message.ts'

/** A question before a message is sent; asked in this order. */
export type SendQuestion = 'subject' | 'attachment' | 'many' | 'variables'

/** The dialogs that a message can have open above it. */
export type DraftDialog = SendQuestion | 'plain' | 'link' | 'menu' | 'signature' | 'template' | 'assistant'

/** More people than this are asked about. */
const many = 50

/** Lists the questions to ask about a message; `text` is all of it as plain text. */
export function questionsAbout(
  fields: Fields,
  text: string,
  openVariables: readonly string[],
): SendQuestion[] {
  const hasAttachment = fields.files.some(({ cid }) => cid === undefined)
  const asks: [SendQuestion, boolean][] = [
    ['subject', fields.subject.trim() === ''],
    ['attachment', !hasAttachment && promisesAttachment(text, fields.subject)],
    ['many', fields.to.length + fields.cc.length > many],
    ['variables', openVariables.length > 0],
  ]
  return asks.flatMap(([name, applies]) => (applies ? [name] : []))
}
