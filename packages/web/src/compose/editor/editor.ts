import { dropCursor } from 'prosemirror-dropcursor'
import { history, undo } from 'prosemirror-history'
import type { Node } from 'prosemirror-model'
import { EditorState, NodeSelection, TextSelection, type Transaction } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { activeFormats } from './active.ts'
import { docOf, htmlOf, importParser, opaqueNode } from './html.ts'
import { imageView, type PictureUrl } from './image-view.ts'
import { typedShortcuts } from './input-rules.ts'
import { formats, editorKeys, type Format } from './keymap.ts'
import { opaqueView, type OpaqueWords } from './opaque-view.ts'
import { cleanPaste, judgePaste } from './paste.ts'
import { mailSchema, markType } from './schema.ts'
import { filled, textBefore, variableMarks, variablesIn, withContent } from './variables.ts'

/** One message being written. */
export interface MessageEditor {
  /** For what is loaded later and changes the text in its own way. */
  readonly view: EditorView
  /** The message as HTML. */
  html(): string
  focus(where?: 'start' | 'end'): void
  undo(): void
  run(format: Format): void
  /** Returns the formats of the text at the cursor. */
  active(): ReadonlySet<Format>
  insertImage(src: string, alt: string): void
  /** In the place of the selection and of `before` characters in front of it. */
  insertHtml(html: string, before: number): void
  /** Returns the text right before the cursor, at most `most` characters of its paragraph. */
  textBefore(most: number): string
  /** The names of the variables that are still open. */
  variables(): string[]
  /** Fills in the variables that have a value. */
  fill(valueOf: (name: string) => string | undefined): void
  insertText(text: string): void
  /** `null` takes the link away. */
  setLink(href: string | null): void
  /** The address of the link at the cursor. */
  linkHere(): string | undefined
  /** A CSS colour; `null` takes colours away. */
  setColour(colour: string | null): void
  clearFormats(): void
  /** The exact HTML of the signature block, where there is one. */
  signature(): string | undefined
  /** Puts a signature in the place of the one there is, or before the quote; undefined takes it out. */
  setSignature(html: string | undefined): void
  destroy(): void
}

export interface MessageEditorParts {
  html: string
  label: string
  words: OpaqueWords & { pictureNotLoaded: string }
  urlOf: PictureUrl
  onChange: () => void
  /** The cursor moved or the text changed: toolbars look anew. */
  onMove: () => void
  onFiles: (files: File[]) => void
  /** Pasted text too long for a message. */
  onLongText: (text: string, type: string) => void
  onLink: () => void
  /** A key before it means anything to the editor, which knows all that was typed before it; true: it is taken. */
  onKey?: (event: KeyboardEvent) => boolean
}

export function createMessageEditor(place: HTMLElement, parts: MessageEditorParts): MessageEditor {
  const { words, onChange, onMove } = parts
  const view = new EditorView(place, {
    state: EditorState.create({
      doc: docOf(parts.html),
      plugins: [history(), typedShortcuts(), ...editorKeys(parts.onLink), dropCursor(), variableMarks()],
    }),
    attributes: {
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-label': parts.label,
      class: 'message-text',
    },
    nodeViews: { opaque: opaqueView(words), image: imageView(parts.urlOf, words.pictureNotLoaded) },
    clipboardParser: importParser,
    transformPastedHTML: cleanPaste,
    dispatchTransaction(tr) {
      view.updateState(view.state.apply(tr))
      onMove()
      if (tr.docChanged) onChange()
    },
    // ProseMirror keeps Escape and every Enter for itself; sending and closing are keys of the window.
    handleDOMEvents: {
      keydown: (_view, { key, ctrlKey, metaKey }) =>
        key === 'Escape' || (key === 'Enter' && (ctrlKey || metaKey)),
    },
    handleKeyDown: (_view, event) => parts.onKey?.(event) ?? false,
    handlePaste(_view, event) {
      const pasted = event.clipboardData && judgePaste(event.clipboardData)
      if (!pasted || pasted.as === 'html') return false
      if (pasted.as === 'files') parts.onFiles(pasted.files)
      else if (pasted.as === 'file') parts.onLongText(pasted.text, pasted.type)
      else insertText(pasted.text)
      return true
    },
    handleDrop(_view, event) {
      const files = [...(event.dataTransfer?.files ?? [])]
      if (files.length === 0) return false
      parts.onFiles(files)
      return true
    },
  })

  const dispatch = (tr: Transaction): void => view.dispatch(tr.scrollIntoView())

  function insertText(text: string): void {
    const lines = text.replace(/\r\n?/g, '\n').split('\n')
    const content = lines.flatMap((line, index) => [
      ...(index > 0 ? [mailSchema.node('hard_break')] : []),
      ...(line === '' ? [] : [mailSchema.text(line)]),
    ])
    const { from, to } = view.state.selection
    dispatch(view.state.tr.replaceWith(from, to, content))
  }

  function findSignature(): { node: Node; at: number } | undefined {
    let signature: { node: Node; at: number } | undefined
    view.state.doc.forEach((node, at) => {
      if (node.type.name === 'opaque' && node.attrs['kind'] === 'signature') signature ??= { node, at }
    })
    return signature
  }

  /** Before the quoted text, else at the end. */
  function placeForSignature(): number {
    let at: number | undefined
    view.state.doc.forEach((node, offset) => {
      if (node.type.name === 'opaque' && node.attrs['kind'] === 'quote') at ??= offset
    })
    return at ?? view.state.doc.content.size
  }

  return {
    view,
    html: () => htmlOf(view.state.doc),
    focus(where) {
      const { doc } = view.state
      if (where === 'start') dispatch(view.state.tr.setSelection(TextSelection.atStart(doc)))
      if (where === 'end') dispatch(view.state.tr.setSelection(TextSelection.atEnd(doc)))
      view.focus()
    },
    undo: () => void undo(view.state, view.dispatch),
    run(format) {
      formats[format](view.state, view.dispatch, view)
      view.focus()
    },
    active: () => activeFormats(view.state),
    insertImage(src, alt) {
      dispatch(view.state.tr.replaceSelectionWith(mailSchema.node('image', { src, alt }), false))
    },
    insertHtml(html, before) {
      dispatch(withContent(view.state, docOf(html), before))
      view.focus()
    },
    textBefore: (most) => textBefore(view.state, most),
    variables: () => variablesIn(view.state.doc).map(({ name }) => name),
    fill(valueOf) {
      const tr = filled(view.state, valueOf)
      if (tr.docChanged) dispatch(tr)
    },
    insertText,
    setLink(href) {
      const mark = markType('link')
      const { from, to, empty } = view.state.selection
      const { tr } = view.state
      if (href === null) dispatch(tr.removeMark(from, to, mark))
      else if (empty) dispatch(tr.insert(from, mailSchema.text(href, [mark.create({ href })])))
      else dispatch(tr.addMark(from, to, mark.create({ href })))
      view.focus()
    },
    linkHere() {
      const { $from } = view.state.selection
      const mark = $from.marks().find(({ type }) => type.name === 'link')
      return mark && String(mark.attrs['href'])
    },
    setColour(colour) {
      const mark = markType('styled')
      const { from, to } = view.state.selection
      const { tr, doc } = view.state
      doc.nodesBetween(from, to, (node) => {
        for (const existing of node.marks)
          if (existing.type === mark && String(existing.attrs['style']).startsWith('color:'))
            tr.removeMark(from, to, existing)
      })
      if (colour !== null) tr.addMark(from, to, mark.create({ style: `color: ${colour}` }))
      dispatch(tr)
      view.focus()
    },
    clearFormats() {
      const { from, to } = view.state.selection
      dispatch(view.state.tr.removeMark(from, to))
      formats.text(view.state, view.dispatch)
      view.focus()
    },
    signature: () => {
      const signature = findSignature()
      return signature && String(signature.node.attrs['html'])
    },
    setSignature(html) {
      const signature = findSignature()
      const { tr } = view.state
      if (signature) tr.delete(signature.at, signature.at + signature.node.nodeSize)
      const at = signature?.at ?? placeForSignature()
      if (html !== undefined)
        tr.insert(Math.min(at, tr.doc.content.size), opaqueNode(html, 'signature', false))
      if (tr.docChanged && !(tr.selection instanceof NodeSelection)) view.dispatch(tr)
      else if (tr.docChanged) view.dispatch(tr.setSelection(TextSelection.atStart(tr.doc)))
    },
    destroy: () => view.destroy(),
  }
}
