import { variablesOf } from '../editor/index.ts'
import { promisesAttachment } from './forgotten.ts'
import type { Fields } from './message.ts'

/** What is asked before a letter goes, in this order. */
export type Question = 'subject' | 'attachment' | 'many' | 'variables'

/** What a letter can have open above it. */
export type DialogOfLetter = Question | 'plain' | 'link' | 'menu' | 'signature' | 'template'

/** More people than this are asked about. */
const many = 50

/** What is to be asked about a letter; `text` is all of it as plain text. */
export function questionsAbout(fields: Fields, text: string, openVariables: readonly string[]): Question[] {
  const hasAttachment = fields.files.some(({ cid }) => cid === undefined)
  const asks: [Question, boolean][] = [
    ['subject', fields.subject.trim() === ''],
    ['attachment', !hasAttachment && promisesAttachment(text, fields.subject)],
    ['many', fields.to.length + fields.cc.length > many],
    ['variables', openVariables.length > 0],
  ]
  return asks.flatMap(([name, applies]) => (applies ? [name] : []))
}

/** The variables that were not filled in, each once; what is quoted is somebody else's. */
export function variablesLeft(subject: string, plain: string, ofEditor: readonly string[]): string[] {
  const own = plain.split('\n').filter((line) => !line.startsWith('>'))
  return [...new Set([...variablesOf(subject), ...variablesOf(own.join('\n')), ...ofEditor])]
}
