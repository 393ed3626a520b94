import type { Draft } from '../draft/draft.ts'
import { type MessageEditor, variablesOf } from '../editor/index.ts'

/** The variables that were not filled in, each once; what is quoted is somebody else's. */
export function variablesLeft(subject: string, plain: string, ofEditor: readonly string[]): string[] {
  const own = plain.split('\n').filter((line) => !line.startsWith('>'))
  return [...new Set([...variablesOf(subject), ...variablesOf(own.join('\n')), ...ofEditor])]
}

/** Returns the variables that a draft leaves open as it is now; plain text has no `editor`. */
export function openVariables(
  draft: Pick<Draft, 'fields' | 'readBody'>,
  editor: Pick<MessageEditor, 'variables'> | undefined,
): string[] {
  const { html, text } = draft.readBody()
  return variablesLeft(draft.fields.subject, html === null ? text : '', editor?.variables() ?? [])
}
