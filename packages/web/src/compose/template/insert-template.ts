import type { Template } from '@plmail/wire'
import type { App } from '../../commands/index.ts'
import { filledText, sanitised, textOfHtml, type MessageEditor } from '../editor/index.ts'
import { valuesFor } from './variable-values.ts'
import type { Draft } from '../draft/draft.ts'

/** Returns the present values of template variables for a message. */
function valuesOf(app: App, draft: Draft): (name: string) => string | undefined {
  const { fields } = draft
  return valuesFor({ fields, now: new Date(), locale: document.documentElement.lang, timeZone: app.timeZone })
}

/** Puts a template in at the cursor, in the place of the last `typed` characters; a message without a subject takes its. */
export function insertTemplate(
  app: App,
  draft: Draft,
  { subject, htmlBody }: Template,
  where: { editor: MessageEditor; typed: number } | { field: HTMLTextAreaElement },
): void {
  if (draft.fields.subject.trim() === '' && subject !== '')
    draft.set({ subject: filledText(subject, valuesOf(app, draft)) })
  const values = valuesOf(app, draft)
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
  draft.bodyChanged()
}

/** Fills in what became known since; a subject that is still being typed is not known yet. */
export function fillAgain(app: App, draft: Draft, editor: MessageEditor, isSubjectDone: boolean): void {
  const values = valuesOf(app, draft)
  editor.fill((name) => (name === 'subject' && !isSubjectDone ? undefined : values(name)))
}
