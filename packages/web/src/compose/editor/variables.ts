import type { Node } from 'prosemirror-model'
import { Slice } from 'prosemirror-model'
import { Plugin, TextSelection, type EditorState, type Transaction } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'

/** Variables of a template: `{{recipient.firstName}}`, on one line. */
const variable = /\{\{\s*([^{}\n]{1,60}?)\s*\}\}/g
/** Name of the variable at which the cursor is placed. */
const cursor = 'cursor'
/** Stands for a node that is not text, so that positions count alike. */
const noText = '\ufffc'

export interface FoundVariable {
  name: string
  from: number
  to: number
}

/** The variables of a message in their order; not those of quotes and other blocks that stay as they are. */
export function variablesIn(doc: Node): FoundVariable[] {
  const variables: FoundVariable[] = []
  doc.descendants((block, at) => {
    if (!block.isTextblock) return true
    const text = block.textBetween(0, block.content.size, undefined, noText)
    for (const match of text.includes('{{') ? text.matchAll(variable) : []) {
      const from = at + 1 + match.index
      variables.push({ name: match[1] ?? '', from, to: from + match[0].length })
    }
    return false
  })
  return variables
}

/** The names of the variables in a plain text. */
export function variablesOf(text: string): string[] {
  return [...text.matchAll(variable)].map(([, name = '']) => name)
}

/** The text with what is known filled in. */
export function filledText(text: string, valueOf: (name: string) => string | undefined): string {
  return text.replaceAll(variable, (whole, name: string) => (name === cursor ? '' : (valueOf(name) ?? whole)))
}

/** Marks what is still open. */
export function variableMarks(): Plugin<DecorationSet> {
  const marksOf = (doc: Node): DecorationSet =>
    DecorationSet.create(
      doc,
      variablesIn(doc).map(({ from, to }) => Decoration.inline(from, to, { class: 'variable' })),
    )
  const plugin: Plugin<DecorationSet> = new Plugin({
    state: {
      init: (_, { doc }) => marksOf(doc),
      apply: (tr, before) => (tr.docChanged ? marksOf(tr.doc) : before),
    },
    props: { decorations: (state) => plugin.getState(state) },
  })
  return plugin
}

/** Fills in what is known, in the format it stands in, and puts the cursor where a template wants it. */
export function filled(state: EditorState, valueOf: (name: string) => string | undefined): Transaction {
  const { tr } = state
  for (const { name, from, to } of variablesIn(state.doc).toReversed()) {
    const value = name === cursor ? '' : valueOf(name)
    if (value !== undefined) tr.insertText(value, from, to)
    if (name === cursor) tr.setSelection(TextSelection.create(tr.doc, from))
  }
  return tr
}

/** `content` in the place of the selection and of `before` characters in front of it; one line stays in its line. */
export function withContent(state: EditorState, content: Node, before: number): Transaction {
  const { from, to } = state.selection
  const tr = state.tr.delete(from - before, to)
  const isOpen = (block: Node | null): number => (block?.isTextblock ? 1 : 0)
  return tr.replaceSelection(
    new Slice(content.content, isOpen(content.firstChild), isOpen(content.lastChild)),
  )
}

/** Returns the text before the cursor in its block, at most `most` characters. */
export function textBefore({ selection }: EditorState, most: number): string {
  const { $from, empty } = selection
  if (!empty || !$from.parent.isTextblock) return ''
  return $from.parent.textBetween(
    Math.max(0, $from.parentOffset - most),
    $from.parentOffset,
    undefined,
    noText,
  )
}
