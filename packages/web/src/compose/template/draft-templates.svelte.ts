import type { Template } from '@plmail/wire'
import { tick } from 'svelte'
import type { App } from '../../commands/index.ts'
import type { MessageEditor } from '../editor/index.ts'
import type { Draft } from '../draft/draft.ts'

/** Templates of one message: the one that is being typed, and what they left open. Reactive. */
export interface DraftTemplates {
  /** The field of a message in plain text. */
  field(): HTMLTextAreaElement | undefined
  /** Text typed after a semicolon, perhaps the beginning of a template's name. */
  readonly typed: string | undefined
  /** The template that Tab would insert. */
  offer(template: Template | undefined): void
  /** The cursor moved. */
  look(): void
  /** There is another editor, or none. */
  ready(): void
  insert(template: Template): Promise<void>
  /** Fills in what is known now; the subject only once it is finished, which it is when the message goes. */
  fill(isSubjectDone: boolean): Promise<void>
  /** Tab takes the template that is offered; true when it did. */
  press(event: KeyboardEvent): boolean
  /** Escape does without it, before it means anything else. */
  dismiss(event: KeyboardEvent): void
}

export interface DraftTemplateParts {
  editor: () => MessageEditor | undefined
  /** Returns the field for plain text. */
  field: () => HTMLTextAreaElement | undefined
  /** A dialog that was open is closed. */
  close: () => void
}

const maxNameLength = 40
const typedName = /(?:^|\s);([\p{L}\p{N}][^\s;]*)$/u

const typedIn = (editor: MessageEditor | undefined): string | undefined =>
  typedName.exec(editor?.textBefore(maxNameLength) ?? '')?.[1]

export function createDraftTemplates(app: App, draft: Draft, parts: DraftTemplateParts): DraftTemplates {
  let typed = $state<string>()
  let offered: Template | undefined
  let hasOpen = false

  const ready = (): void => {
    hasOpen = (parts.editor()?.variables() ?? []).length > 0
  }

  async function insert(template: Template): Promise<void> {
    const { insertTemplate } = await import('./insert-template.ts')
    parts.close()
    // A dialog gives the focus back when it is gone.
    await tick()
    const [editor, field] = [parts.editor(), parts.field()]
    const name = typed === undefined ? undefined : typedIn(editor)
    typed = undefined
    const before = name === undefined ? 0 : name.length + 1
    if (editor) insertTemplate(app, draft, template, { editor, typed: before })
    else if (field) insertTemplate(app, draft, template, { field })
    ready()
  }

  return {
    field: parts.field,
    get typed() {
      return typed
    },
    offer(template) {
      offered = template
    },
    look() {
      typed = typedIn(parts.editor())
    },
    ready,
    insert,
    async fill(isSubjectDone) {
      const editor = parts.editor()
      if (!editor || !hasOpen) return
      const { fillAgain } = await import('./insert-template.ts')
      fillAgain(app, draft, editor, isSubjectDone)
      ready()
    },
    press(event) {
      const isTab =
        event.key === 'Tab' && !event.shiftKey && !event.ctrlKey && !event.altKey && !event.metaKey
      if (!isTab || !offered || typed === undefined) return false
      void insert(offered)
      return true
    },
    dismiss(event) {
      if (event.key !== 'Escape' || !offered || typed === undefined) return
      event.preventDefault()
      event.stopPropagation()
      typed = undefined
    },
  }
}
