import { mail } from '@plmail/words/load/mail'
import { spoken } from './spoken.ts'

export const findingWords = (await mail[spoken]()).finding

/** Says what a value means behind a search operator, where it does not speak for itself. */
export function operatorMeaning(operator: string, value: string): string {
  const words = findingWords.value
  if (operator === 'in:' || operator === 'label:') return words.folder
  if (operator === 'before:') return words.before({ value })
  return operator === 'after:' ? words.after({ value }) : ''
}
