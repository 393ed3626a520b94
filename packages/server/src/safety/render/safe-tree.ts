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

export const voidTags: ReadonlySet<string> = new Set(['br', 'col', 'hr', 'img', 'wbr'])

export function element(
  tag: string,
  attributes: SafeAttribute[] = [],
  children: SafeNode[] = [],
): SafeElement {
  return { tag, attributes, children }
}

/** Writes HTML in which every text and every attribute value is escaped. */
export function serialise(nodes: readonly SafeNode[]): string {
  const parts: string[] = []
  write(nodes, parts)
  return parts.join('')
}

function write(nodes: readonly SafeNode[], parts: string[]): void {
  for (const node of nodes) {
    if (typeof node === 'string') {
      parts.push(escapeText(node))
      continue
    }
    parts.push('<', node.tag, serialiseAttributes(node.attributes), '>')
    if (voidTags.has(node.tag)) continue
    // a parser swallows one line break after <pre>
    if (node.tag === 'pre') parts.push('\n')
    write(node.children, parts)
    parts.push('</', node.tag, '>')
  }
}

export function serialiseAttributes(attributes: readonly SafeAttribute[]): string {
  return attributes.map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`).join('')
}

export function escapeText(text: string): string {
  return /[&<>]/.test(text) ? text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;') : text
}

export function escapeAttribute(value: string): string {
  return /[&<>"'`]/.test(value)
    ? escapeText(value).replace(/"/g, '&quot;').replace(/'/g, '&#39;').replace(/`/g, '&#96;')
    : value
}

/** The text of some nodes, cut at about `limit` characters: enough to recognise something, never more. */
export function textOf(nodes: readonly SafeNode[], limit: number): string {
  let text = ''
  for (const node of nodes) {
    if (text.length >= limit) break
    text += typeof node === 'string' ? node : textOf(node.children, limit - text.length)
  }
  return text
}
