import type { Node } from 'prosemirror-model'
import type { MessageEditor } from '../editor/index.ts'
import { endOfOwnLines } from './own-lines.ts'

/** The writer's own text of a message: what stands before quoted text and the signature, which nothing rewrites. */
export interface OwnText {
  read(): string
  /** Puts another text in its place, in one step that undo takes back. */
  replace(text: string): void
  undo(): void
}

/** Of a formatted message. */
export function ownTextOf({ view, focus, undo }: MessageEditor): OwnText {
  return {
    read: () => textIn(view.state.doc, endOfOwn(view.state.doc)),
    replace: (text) => {
      const { schema, doc, tr } = view.state
      const lines = text
        .split('\n')
        .map((line) => schema.node('paragraph', null, line ? [schema.text(line)] : []))
      view.dispatch(tr.replaceWith(0, endOfOwn(doc), lines).scrollIntoView())
      focus()
    },
    undo: () => {
      undo()
      focus()
    },
  }
}

/** Where the first block begins that is carried as it came: a quote, a signature. */
function endOfOwn(doc: Node): number {
  let end: number | undefined
  doc.forEach((node, offset) => {
    if (node.type.name === 'opaque' || node.type.name === 'blockquote') end ??= offset
  })
  return end ?? doc.content.size
}

const textIn = (doc: Node, end: number): string =>
  doc.textBetween(0, end, '\n', (leaf) => (leaf.type.name === 'hard_break' ? '\n' : '')).trim()

/** Of a message in plain text, where quotes are lines with `>` and the signature follows `-- `. */
export function ownTextIn(field: HTMLTextAreaElement): OwnText {
  return {
    read: () => field.value.slice(0, endOfOwnLines(field.value)).trim(),
    replace: (text) => {
      const end = endOfOwnLines(field.value)
      const tail = end < field.value.length && !text.endsWith('\n') ? '\n\n' : ''
      field.focus()
      field.setSelectionRange(0, end)
      // The one way to change a field that its own undo takes back.
      document.execCommand('insertText', false, text + tail)
    },
    undo: () => {
      field.focus()
      document.execCommand('undo')
    },
  }
}
