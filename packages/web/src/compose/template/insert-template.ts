import type { Template } from '@plmail/wire'
import type { App } from '../../commands/index.ts'
import { filledText, sanitised, textOfHtml, type LetterEditor } from '../editor/index.ts'
import { valuesFor } from './values.ts'
import type { Letter } from '../draft/draft.ts'

/** Returns the present values of template variables for a message. */
export function valuesOf(app: App, letter: Letter): (name: string) => string | undefined {
  const { fields } = letter
  return valuesFor({ fields, now: new Date(), locale: document.documentElement.lang, timeZone: app.timeZone })
}

/** Puts a template in at the cursor, in the place of the last `typed` characters; a letter without a subject takes its. */
export function insertTemplate(
  app: App,
  letter: Letter,
  { subject, htmlBody }: Template,
  where: { editor: LetterEditor; typed: number } | { field: HTMLTextAreaElement },
): void {
  if (letter.fields.subject.trim() === '' && subject !== '')
    letter.set({ subject: filledText(subject, valuesOf(app, letter)) })
  const values = valuesOf(app, letter)
  if ('editor' in where) {
    where.editor.insertHtml(sanitised(htmlBody), where.typed)
    where.editor.fill(values)
    return
  }
  const { field } = where
  field.setRangeText(
    filledText(textOfHtml(htmlBody), values),
    field.selectionStart,
    field.selectionEnd,
    'end',
  )
  field.focus()
  letter.bodyChanged()
}

/** Fills in what became known since; a subject that is still being typed is not known yet. */
export function fillAgain(app: App, letter: Letter, editor: LetterEditor, isSubjectDone: boolean): void {
  const values = valuesOf(app, letter)
  editor.fill((name) => (name === 'subject' && !isSubjectDone ? undefined : values(name)))
}
