import type { SafeAttribute, SafeNode } from './safe-tree.ts'

/**
 * Whether a message paints a ground other than white: it was designed, and dark colours would make another thing of it.
 * `styles` are its clean style sheets.
 */
export function hasOwnGround(
  nodes: readonly SafeNode[],
  bodyAttributes: readonly SafeAttribute[],
  styles: readonly string[],
): boolean {
  return styles.some(paints) || bodyAttributes.some(isGround) || nodes.some(isPainted)
}

function isPainted(node: SafeNode): boolean {
  return typeof node !== 'string' && (node.attributes.some(isGround) || node.children.some(isPainted))
}

function isGround([name, value]: SafeAttribute): boolean {
  if (name === 'bgcolor') return !isBlank(value)
  return name === 'background' || (name === 'style' && paints(value))
}

function paints(css: string): boolean {
  const grounds = [...css.matchAll(/background(?:-color|-image)?\s*:\s*([^;}]+)/gi)]
  return grounds.some(([, value = '']) => !isBlank(value))
}

/** White, or nothing at all: what mail programs write around a message that somebody typed. */
function isBlank(value: string): boolean {
  const words = value.toLowerCase().replace(/,\s+/g, ',').replace('!important', '').trim().split(/\s+/)
  return words.every((word) => blanks.test(word))
}

const blanks =
  /^(?:#fff(?:fff)?|white|window|transparent|none|inherit|initial|unset|rgba?\(255,255,255(?:,[\d.]+)?\)|rgba\(0,0,0,0\)|repeat|scroll|0%?)$/
