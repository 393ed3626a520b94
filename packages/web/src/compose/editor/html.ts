import { DOMParser as DocParser, DOMSerializer, type Node } from 'prosemirror-model'
import { sanitisedBody } from './sanitise.ts'
import { importedStyles, mailSchema, styledMark } from './schema.ts'

/** Reads HTML from elsewhere: drafts, quotes, what is pasted. */
export const importParser = new DocParser(mailSchema, [
  ...importedStyles,
  ...DocParser.fromSchema(mailSchema).rules,
])
const serializer = DOMSerializer.fromSchema(mailSchema)

/** Beyond this many elements a message is carried whole instead of being taken apart: typing stays instant. */
export const maxElements = 5_000

/** HTML as a document; sanitised here, so any HTML may come. */
export function docOf(html: string): Node {
  const body = sanitisedBody(html)
  if (body.getElementsByTagName('*').length > maxElements) return wholeOf(body)
  markBareText(body)
  return importParser.parse(body)
}

/** An opaque block holding exactly this (sanitised) HTML. */
export function opaqueNode(html: string, kind: string, isFolded: boolean): Node {
  return mailSchema.node('opaque', { html, kind, isFolded })
}

/** An empty line to write in, then everything else as one opaque block. */
function wholeOf(body: HTMLElement): Node {
  const block = opaqueNode(`<div>${body.innerHTML}</div>`, 'unknown', true)
  return mailSchema.node('doc', null, [mailSchema.node('paragraph'), block])
}

/** Text right in an `li` gets an element, so that it can go back without one. */
function markBareText(body: HTMLElement): void {
  for (const item of body.querySelectorAll('li')) {
    const bare = body.ownerDocument.createElement('plmail-text')
    while (item.firstChild && !isBlock(item.firstChild)) bare.append(item.firstChild)
    if (bare.textContent.trim() !== '' || bare.querySelector('img')) item.prepend(bare)
  }
}

function isBlock(node: ChildNode): boolean {
  return (
    node instanceof HTMLElement && /^(?:p|div|[uo]l|dl|h[1-6]|table|blockquote|pre|hr)$/i.test(node.tagName)
  )
}

/** The message as HTML: opaque blocks exactly as they came. */
export function htmlOf(doc: Node): string {
  const page = document.implementation.createHTMLDocument('')
  const place = page.createElement('div')
  place.append(serializer.serializeFragment(doc.content, { document: page }))
  unmarkBareText(place)
  for (const span of place.querySelectorAll(`[${styledMark}]`)) span.removeAttribute(styledMark)
  // Only lines of the message itself: what is carried as it is stays as it is.
  for (const line of place.children)
    if (line.matches('p:empty, div:empty')) line.append(page.createElement('br'))
  return place.innerHTML
}

function unmarkBareText(place: HTMLElement): void {
  for (const text of place.querySelectorAll('plmail-text')) {
    const line = place.ownerDocument.createElement('div')
    line.append(...text.childNodes)
    // An item outside of a list becomes an ordinary line.
    if (text.parentElement?.tagName === 'LI') text.replaceWith(...line.childNodes)
    else text.replaceWith(line)
  }
}
