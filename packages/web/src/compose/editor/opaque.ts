import type { TagParseRule } from 'prosemirror-model'

/** Why a block is carried as it is. */
export type OpaqueKind = 'quote' | 'signature' | 'table' | 'unknown'

/** The class of what plMail writes itself: found again when the draft is opened, here or on another device. */
export const quoteClass = 'plmail-quote'
export const signatureClass = 'plmail-signature'

// The names that Gmail, Thunderbird, Outlook, Apple Mail, Yahoo and Proton use.
const quoteMarks =
  '.plmail-quote, .gmail_quote, .moz-cite-prefix, .yahoo_quoted, .protonmail_quote, #appendonsend, #divRplyFwdMsg, #mail-editor-reference-message-container, blockquote[type=cite]'
const signatureMarks =
  '.plmail-signature, .gmail_signature, .moz-signature, .protonmail_signature_block, #Signature, #ms-outlook-mobile-signature'

/** A box drawn by its style loses its look when it becomes paragraphs. */
const boxStyle = /(?:^|;)\s*(?:background|border|padding|width|max-width|float|display|position)\b/i

// Elements that paragraphs, lists and marks stand for, or that are only wrappers.
const knownTypes = new Set(
  'a,abbr,article,b,big,blockquote,body,br,cite,code,del,div,em,font,footer,h1,h2,h3,h4,h5,h6,header,hr,html,i,img,ins,kbd,li,main,mark,nav,ol,p,pre,q,s,samp,section,small,span,strike,strong,sub,sup,tt,u,ul,var,wbr,label,plmail-text'.split(
    ',',
  ),
)

/** Whether this element is carried whole, and as what; undefined for what can be edited. */
export function opaqueKindOf(dom: HTMLElement): OpaqueKind | undefined {
  if (dom.matches(signatureMarks)) return 'signature'
  if (dom.matches(quoteMarks)) return 'quote'
  const tag = dom.tagName.toLowerCase()
  if (tag === 'table') return 'table'
  if (!knownTypes.has(tag)) return 'unknown'
  if (tag === 'div' && boxStyle.test(dom.getAttribute('style') ?? '')) return 'unknown'
  return undefined
}

/** Before every other rule: what must not be taken apart. */
export const opaqueRules: readonly TagParseRule[] = [
  {
    tag: '*',
    priority: 100,
    getAttrs: (dom) => {
      const kind = opaqueKindOf(dom)
      return kind === undefined ? false : { html: dom.outerHTML, kind, isFolded: kind === 'quote' }
    },
  },
]

/** The one element of an opaque block, in a document of its own. */
export function elementOf(html: string): HTMLElement {
  const page = document.implementation.createHTMLDocument('')
  const place = page.createElement('div')
  place.innerHTML = html
  const [first] = place.childNodes
  return place.childNodes.length === 1 && first instanceof HTMLElement ? first : place
}
