import { size as sizeInWords } from '../../words/index.ts'
import { toolWords } from '../../words/writing-tools.ts'
import { mostBytes } from '../draft/draft.ts'
import type { Fields } from '../draft/message.ts'

/** Why the message cannot go yet, in words; undefined when it can. */
export function obstacle(fields: Fields, invalid: readonly string[], recipients: number): string | undefined {
  const words = toolWords.obstacles
  const total = fields.files.reduce((sum, { size }) => sum + size, 0)
  if (invalid.length > 0) return words.invalidRecipients({ names: invalid.join(', ') })
  if (recipients === 0) return words.noRecipients
  if (fields.files.some(({ state }) => state === 'uploading')) return words.uploading
  if (fields.files.some(({ state }) => state !== 'kept')) return words.notUploaded
  if (total > mostBytes) return words.tooHeavy({ size: sizeInWords(total), most: sizeInWords(mostBytes) })
  return undefined
}
