/** A text or an element that has passed the allowlist; nothing else can be serialised into a frame. */
export type SafeNode = string | SafeElement

export interface SafeElement {
  tag: string
  attributes: SafeAttribute[]
  children: SafeNode[]
  /** Set where a mail program marked an older message; see fold-quotes.ts. */
  quote?: QuoteMark
}

export type SafeAttribute = [name: string, value: string]

/** `self`: the element is the quote. `rest`: it begins here. `prefix`: the line that introduces the next element. */
export type QuoteMark = 'self' | 'rest' | 'prefix'

/** Deeper elements lose their tags, not their content; also what makes recursion over this tree safe. */
export const maxDepth = 250

const voidTags: ReadonlySet<string> = new Set(['br', 'col', 'hr', 'img', 'wbr'])

export function element(
  tag: string,
  attributes: SafeAttribute[] = [],
  children: SafeNode[] = [],
): SafeElement {
  return { tag, attributes, children }
}

/** Writes HTML in which every text and every attribute value is escaped. */
export function serialise(nodes: readonly SafeNode[]): string {
  let html = ''
  for (const node of nodes) html += typeof node === 'string' ? escapeText(node) : serialiseElement(node)
  return html
}

function serialiseElement({ tag, attributes, children }: SafeElement): string {
  const start = `<${tag}${serialiseAttributes(attributes)}>`
  if (voidTags.has(tag)) return start
  // a parser swallows one line break after <pre>
  return `${start}${tag === 'pre' ? '\n' : ''}${serialise(children)}</${tag}>`
}

export function serialiseAttributes(attributes: readonly SafeAttribute[]): string {
  let html = ''
  for (const [name, value] of attributes) html += ` ${name}="${escapeAttribute(value)}"`
  return html
}

function escapeText(text: string): string {
  return /[&<>]/.test(text) ? text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;') : text
}

export function escapeAttribute(value: string): string {
  return /[&<>"'`]/.test(value)
    ? escapeText(value).replace(/"/g, '&quot;').replace(/'/g, '&#39;').replace(/`/g, '&#96;')
    : value
}

/** The text of some nodes, cut at about `limit` characters: enough to recognise something, never more. */
export function getText(nodes: readonly SafeNode[], limit: number): string {
  let text = ''
  for (const node of nodes) {
    if (text.length >= limit) break
    text += typeof node === 'string' ? node : getText(node.children, limit - text.length)
  }
  return text
}
