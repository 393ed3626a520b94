import type { Node } from 'prosemirror-model'
import type { EditorView, NodeView } from 'prosemirror-view'
import { inertDocument } from './frame.ts'
import { docOf } from './html.ts'
import type { OpaqueKind } from './opaque.ts'
import { textOfHtml } from './plain-text.ts'

/** The texts on the bar of a block. */
export interface OpaqueWords {
  kinds: Record<OpaqueKind, string>
  unlock: string
  /** Warning about lost formatting, for the pointer and for screen readers. */
  unlockLoss: string
  remove: string
}

/** A block that is carried as it is: folded to a line, or shown inert; it can be taken out or made editable. */
export function opaqueView(words: OpaqueWords) {
  return (node: Node, view: EditorView, getPos: () => number | undefined): NodeView => {
    let current = node
    const dom = document.createElement('div')
    dom.className = 'opaque'
    dom.contentEditable = 'false'
    const bar = document.createElement('div')
    bar.className = 'opaque-bar'
    const frame = document.createElement('iframe')
    const fold = button('', () => change({ isFolded: !current.attrs['isFolded'] }))
    bar.append(
      fold,
      button(words.unlock, unlock, words.unlockLoss),
      button(words.remove, () => replaceWith([])),
    )
    dom.append(bar)
    frame.setAttribute('sandbox', '')
    draw()

    function kind(): OpaqueKind {
      return current.attrs['kind'] as OpaqueKind
    }

    function draw(): void {
      const isFolded = current.attrs['isFolded'] === true
      dom.dataset['kind'] = kind()
      fold.textContent = words.kinds[kind()]
      fold.setAttribute('aria-expanded', String(!isFolded))
      frame.title = words.kinds[kind()]
      if (isFolded) frame.remove()
      else if (!frame.isConnected) {
        frame.style.blockSize = `${String(heightOf(String(current.attrs['html'])))}px`
        frame.srcdoc = inertDocument(String(current.attrs['html']))
        dom.append(frame)
      }
    }

    function change(attrs: Record<string, unknown>): void {
      const at = getPos()
      if (at === undefined) return
      view.dispatch(view.state.tr.setNodeMarkup(at, null, { ...current.attrs, ...attrs }))
    }

    function replaceWith(nodes: Node[]): void {
      const at = getPos()
      if (at === undefined) return
      const { doc, schema } = view.state
      const isOnly = nodes.length === 0 && doc.childCount === 1
      const content = isOnly ? [schema.node('paragraph')] : nodes
      view.dispatch(view.state.tr.replaceWith(at, at + current.nodeSize, content))
      view.focus()
    }

    /** Its content as a message of its own: what the message cannot hold (layout, styles) stays behind. */
    function unlock(): void {
      const page = new DOMParser().parseFromString(String(current.attrs['html']), 'text/html')
      for (const table of page.querySelectorAll('table')) table.replaceWith(...textOfCells(table))
      for (const box of page.querySelectorAll('[class], [id], [type=cite]'))
        for (const name of ['class', 'id', 'type']) box.removeAttribute(name)
      for (const box of page.querySelectorAll('div[style]')) box.removeAttribute('style')
      replaceWith([...docOf(page.body.innerHTML).children])
    }

    return {
      dom,
      update(next) {
        if (next.type !== current.type) return false
        const isNew = next.attrs['html'] !== current.attrs['html']
        current = next
        if (isNew) frame.remove()
        draw()
        return true
      },
      // Its buttons and its frame are its own.
      stopEvent: (event) => event.target instanceof Element && event.target.closest('button') !== null,
      ignoreMutation: () => true,
    }
  }
}

const lineHeight = 21
const tallestFrame = 260

/** Estimates the height by the text: no script in the frame could measure it. */
function heightOf(html: string): number {
  const lines = textOfHtml(html).split('\n').length
  return Math.min(tallestFrame, (lines + 1) * lineHeight + lineHeight)
}

/** The cells of a table one below the other. */
function textOfCells(table: HTMLTableElement): HTMLElement[] {
  return [...table.rows].flatMap((row) =>
    [...row.cells].map((cell) => {
      const line = table.ownerDocument.createElement('div')
      line.append(...cell.childNodes)
      return line
    }),
  )
}

function button(text: string, run: () => void, description?: string): HTMLButtonElement {
  const element = document.createElement('button')
  element.type = 'button'
  element.textContent = text
  if (description !== undefined) element.title = description
  element.addEventListener('click', run)
  return element
}
