import { forwardedBeginning, headerBlock } from './quote-marks.ts'
import { element, type SafeElement, type SafeNode, getText } from './safe-tree.ts'

/**
 * Puts older messages quoted in a body into `<details>`, closed. Nothing is ever removed, and a body that would then
 * show no words of its own (a bare forward) stays as it is.
 */
export function foldQuotes(nodes: readonly SafeNode[], label: string): SafeNode[] {
  const folded = fold(nodes, label)
  return hasOwnWords(folded) ? folded : [...nodes]
}

/** The control that unfolds; also used for plain text. */
export function foldQuote(label: string, content: SafeNode[]): SafeElement {
  const dots = element('summary', [
    ['title', label],
    ['aria-label', label],
  ])
  dots.children.push('•••')
  return element('details', [['class', 'plmail-quote']], [dots, ...content])
}

/** Elements in which a `<details>` may be placed without the parser moving it elsewhere. */
const blockContainers = new Set('div td th section article center blockquote main li dd'.split(' '))

function fold(nodes: readonly SafeNode[], label: string): SafeNode[] {
  const folded: SafeNode[] = []
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at]
    if (node === undefined) break
    const length = typeof node === 'string' ? 0 : quoteLength(node, nodes, at)
    if (length > 0) {
      folded.push(foldQuote(label, nodes.slice(at, at + length)))
      at += length - 1
    } else if (typeof node !== 'string' && blockContainers.has(node.tag)) {
      folded.push({ ...node, children: fold(node.children, label) })
    } else if (typeof node !== 'string' && tableParts.has(node.tag)) {
      folded.push({ ...node, children: throughTable(node.children, label) })
    } else folded.push(node)
  }
  return folded
}

const tableParts = new Set(['table', 'tbody', 'tr'])

/** Between table and cell nothing but rows may stand, so only cells are looked into. */
function throughTable(nodes: readonly SafeNode[], label: string): SafeNode[] {
  return nodes.map((node) => {
    if (typeof node === 'string') return node
    if (tableParts.has(node.tag)) return { ...node, children: throughTable(node.children, label) }
    return blockContainers.has(node.tag) ? { ...node, children: fold(node.children, label) } : node
  })
}

/** How many nodes, from this one on, make up a quote; 0 when none begins here. */
function quoteLength(node: SafeElement, siblings: readonly SafeNode[], at: number): number {
  switch (node.quote) {
    case 'self':
      return isForwarded(node) ? 0 : 1
    case 'rest':
      return siblings.length - at
    case 'prefix':
      return isQuoteNext(siblings, at) ? quoteAfter(siblings, at) - at + 1 : 0
    default:
      return isHeaderBlock(node) ? siblings.length - at : 0
  }
}

function isForwarded(node: SafeElement): boolean {
  return forwardedBeginning.test(getText([node], 200))
}

function isHeaderBlock(node: SafeElement): boolean {
  if (node.tag !== 'p' && node.tag !== 'div') return false
  const first = getText(node.children, 12)
  return /^\s*\*?\p{L}{2,4}\s*:/u.test(first) && headerBlock.test(getText(node.children, 500).slice(0, 500))
}

/** The next element after the introducing line, across white space. */
function quoteAfter(siblings: readonly SafeNode[], at: number): number {
  let next = at + 1
  while (next < siblings.length && typeof siblings[next] === 'string') next++
  return next
}

function isQuoteNext(siblings: readonly SafeNode[], at: number): boolean {
  const next = siblings[quoteAfter(siblings, at)]
  return typeof next === 'object' && next.quote === 'self'
}

/** Whether a reader sees a word or a picture without unfolding anything. */
function hasOwnWords(nodes: readonly SafeNode[]): boolean {
  return nodes.some((node) => {
    if (typeof node === 'string') return /\S/.test(node)
    if (node.tag === 'img') return true
    return !isFold(node) && hasOwnWords(node.children)
  })
}

function isFold({ tag, attributes }: SafeElement): boolean {
  return tag === 'details' && attributes.some(([name, value]) => name === 'class' && value === 'plmail-quote')
}
