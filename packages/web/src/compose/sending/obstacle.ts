import { composeWords } from '../../words/compose.ts'
import { size as sizeInWords } from '../../words/index.ts'
import { mostBytes } from '../draft/draft.ts'
import type { Fields } from '../draft/message.ts'

/** Why the message cannot go yet, in words; undefined when it can. */
export function obstacle(fields: Fields, invalid: readonly string[], recipients: number): string | undefined {
  const words = composeWords.send
  const total = fields.files.reduce((sum, { size }) => sum + size, 0)
  if (invalid.length > 0) return words.invalidRecipients(invalid.join(', '))
  if (recipients === 0) return words.noRecipients
  if (fields.files.some(({ state }) => state === 'uploading')) return words.uploading
  if (fields.files.some(({ state }) => state !== 'kept')) return words.notUploaded
  if (total > mostBytes) return composeWords.files.tooHeavy(sizeInWords(total), sizeInWords(mostBytes))
  return undefined
}
