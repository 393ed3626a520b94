import { type CssNode, type Declaration, generate, parse, walk } from 'css-tree'
import type { ImageReference } from './remote-images.ts'
import { allowedFunctions, allowedProperties, pictureProperties } from './style-properties.ts'

/** Declarations that may reach the frame, and the proxy addresses of the images held back in them. */
export interface CleanStyle {
  css: string
  parked: string[]
}

/** Resolves a style's url(); undefined drops the declaration. */
export type StyleImage = (reference: string) => ImageReference | undefined

const nothing: CleanStyle = { css: '', parked: [] }

/** The content of a style attribute. */
export function cleanStyle(text: string, image: StyleImage): CleanStyle {
  const list = parsed(text, 'declarationList')
  return list?.type === 'DeclarationList' ? cleanDeclarations(list.children, image) : nothing
}

/** css-tree descends by recursion; a value nested a hundred thousand deep is no style but an attack on the stack. */
export function parsed(text: string, context: 'declarationList' | 'stylesheet'): CssNode | undefined {
  try {
    return parse(text, { context, positions: false, parseCustomProperty: false })
  } catch (error) {
    if (error instanceof RangeError || error instanceof SyntaxError) return undefined
    throw error
  }
}

export function cleanDeclarations(nodes: Iterable<CssNode>, image: StyleImage): CleanStyle {
  const safeRules: string[] = []
  const parked: string[] = []
  for (const node of nodes) {
    if (node.type !== 'Declaration' || !isAllowed(node)) continue
    const heldImages = placeImages(node, image)
    if (!heldImages) continue
    safeRules.push(generate(node))
    for (const address of heldImages) parked.push(address)
  }
  return { css: escapeForMarkup(safeRules.join(';')), parked }
}

/** A style that goes into a style element must not be able to end it; inside CSS the escape means the same. */
export function escapeForMarkup(css: string): string {
  return css.replace(/</g, '\\3c ')
}

function isAllowed({ property, value, important }: Declaration): boolean {
  const name = property.toLowerCase()
  if (!allowedProperties.has(name) || value.type !== 'Value' || typeof important === 'string') return false
  let isSafe = true
  walk(value, (node) => {
    if (!isSafeNode(node, name)) isSafe = false
  })
  return isSafe
}

/** Raw is what css-tree could not read, so nobody knows what a browser would read there. */
function isSafeNode(node: CssNode, property: string): boolean {
  switch (node.type) {
    case 'Raw':
      return false
    case 'Function':
      return allowedFunctions.has(node.name.toLowerCase())
    case 'Url':
      return pictureProperties.has(property)
    case 'Dimension':
      return !viewportHeight.test(node.unit)
    case 'Identifier':
      return property !== 'position' || /^(?:static|relative|initial|inherit)$/i.test(node.name)
    default:
      return true
  }
}

/** The frame is as high as its content; a length that follows the frame's height would let both grow for ever. */
const viewportHeight = /^[sld]?v(?:h|min|max|b)$/i

/** Replaces every url() in place; undefined when one of them may not stay. */
function placeImages(declaration: Declaration, image: StyleImage): string[] | undefined {
  if (!pictureProperties.has(declaration.property.toLowerCase())) return []
  const parked: string[] = []
  let isPlaced = true
  walk(declaration, (node) => {
    if (node.type !== 'Url') return
    const reference = image(node.value)
    if (!reference) {
      isPlaced = false
      return
    }
    node.value = reference.url
    if (reference.parked) parked.push(reference.parked)
  })
  return isPlaced ? parked : undefined
}
