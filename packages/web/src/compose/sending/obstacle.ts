import { size as sizeInWords } from '../../words/index.ts'
import { toolWords } from '../../words/writing-tools.ts'
import { maxBytes } from '../draft/draft.ts'
import type { Fields } from '../draft/message.ts'

/**
 * Why the message cannot go yet, in words; undefined when it can. Without a network it waits on this device, and its files with
 * it.
 */
export function obstacle(
  fields: Fields,
  invalid: readonly string[],
  recipients: number,
  isOffline: boolean,
): string | undefined {
  const words = toolWords.obstacles
  const total = fields.files.reduce((sum, { size }) => sum + size, 0)
  if (invalid.length > 0) return words.invalidRecipients({ names: invalid.join(', ') })
  if (recipients === 0) return words.noRecipients
  const states = new Set(fields.files.map(({ state }) => state))
  if (states.has('too-large')) return words.notUploaded
  if (!isOffline && (states.has('uploading') || states.has('waiting'))) return words.uploading
  if (!isOffline && states.has('failed')) return words.notUploaded
  if (total > maxBytes) return words.tooHeavy({ size: sizeInWords(total), most: sizeInWords(maxBytes) })
  return undefined
}
