import { type DefaultTreeAdapterTypes, html as names, parse } from 'parse5'
import { allowedTags, droppedTags } from './allowed-markup.ts'
import { type AttributeRules, cleanAttributes } from './clean-attributes.ts'
import { detectQuoteMark } from './quote-marks.ts'
import { element, maxDepth, type SafeAttribute, type SafeElement, type SafeNode } from './safe-tree.ts'

/** A stranger's HTML reduced to the allowlist. */
export interface WalkedHtml {
  nodes: SafeNode[]
  /** Attributes that the message's own body element may keep. */
  bodyAttributes: SafeAttribute[]
  /** Text of the style blocks, in document order, not yet cleaned. */
  styleSheets: string[]
}

/** A place in the source tree, and where its content goes. */
interface Step {
  source: DefaultTreeAdapterTypes.ParentNode
  next: number
  into: SafeNode[]
  depth: number
}

/**
 * Builds the safe tree by what a browser's own parser would make of the text. The walk keeps its own stack: the
 * source tree may be any depth, the result is at most {@link maxDepth}.
 */
export function walkHtml(html: string, rules: AttributeRules): WalkedHtml {
  const walked: WalkedHtml = { nodes: [], bodyAttributes: [], styleSheets: [] }
  const steps: Step[] = [{ source: parse(html), next: 0, into: walked.nodes, depth: 0 }]
  for (let step = steps.at(-1); step; step = steps.at(-1)) {
    const node = step.source.childNodes[step.next++]
    if (!node) steps.pop()
    else if ('value' in node) step.into.push(node.value)
    else if ('tagName' in node) {
      const inside = enter(node, step, rules, walked)
      if (inside) steps.push(inside)
    }
  }
  return walked
}

/** Decides about one element; undefined when nothing inside it is wanted. */
function enter(
  node: DefaultTreeAdapterTypes.Element,
  { into, depth }: Step,
  rules: AttributeRules,
  walked: WalkedHtml,
): Step | undefined {
  const { tagName: tag, attrs } = node
  if (node.namespaceURI !== names.NS.HTML) return undefined
  if (tag === 'style') {
    walked.styleSheets.push(...textChildren(node))
    return undefined
  }
  if (tag === 'head') return { source: onlyStyles(node), next: 0, into, depth }
  if (droppedTags.has(tag)) return undefined
  if (tag === 'body') walked.bodyAttributes = cleanAttributes(tag, attrs, rules)
  if (!allowedTags.has(tag) || depth >= maxDepth) return { source: node, next: 0, into, depth }
  const safe: SafeElement = element(tag, cleanAttributes(tag, attrs, rules))
  const quote = detectQuoteMark(tag, attrs)
  if (quote) safe.quote = quote
  into.push(safe)
  return { source: node, next: 0, into: safe.children, depth: depth + 1 }
}

function textChildren(node: DefaultTreeAdapterTypes.Element): string[] {
  return node.childNodes.flatMap((child) => ('value' in child ? [child.value] : []))
}

/** Returns a head with its style blocks only. */
function onlyStyles(head: DefaultTreeAdapterTypes.Element): DefaultTreeAdapterTypes.ParentNode {
  const childNodes = head.childNodes.filter((child) => child.nodeName === 'style')
  return { ...head, childNodes }
}
