import { type CssNode, generate, type Rule, walk } from 'css-tree'
import { cleanDeclarations, escapeForMarkup, parsed, type StyleImage } from './clean-style.ts'
import { resolveMedia } from './media-queries.ts'

export interface CleanStyleSheet {
  css: string
  /** The message brings colours of its own for the dark theme being drawn. */
  isForDark: boolean
}

/** Ids of a message carry this prefix in the frame, so that none can take the place of something of ours. */
export const idPrefix = 'm-'

export interface SheetRules {
  theme: 'light' | 'dark'
  image: StyleImage
  /** On paper the message has no body element of its own, and a box takes its place. */
  isPrinted: boolean
}

/** Rebuilds a style block rule by rule: plain rules, and those inside `@media`. Every other at-rule is dropped. */
export function cleanStyleSheet(text: string, { theme, image, isPrinted }: SheetRules): CleanStyleSheet {
  const sheet = parsed(text, 'stylesheet')
  const rules: string[] = []
  let isForDark = false

  function rebuild(nodes: Iterable<CssNode>, depth: number): void {
    for (const node of nodes) {
      if (node.type === 'Rule') rules.push(rebuildRule(node, image, isPrinted))
      if (node.type !== 'Atrule' || !node.block || node.name.toLowerCase() !== 'media') continue
      const media = depth < maxNesting ? resolveMedia(node.prelude, theme) : undefined
      if (!media) continue
      isForDark ||= media.isForDark
      rules.push(`@media ${escapeForMarkup(media.queries)}{`)
      rebuild(node.block.children, depth + 1)
      rules.push('}')
    }
  }

  if (sheet?.type === 'StyleSheet') rebuild(sheet.children, 0)
  return { css: rules.join(''), isForDark }
}

const maxNesting = 3

function rebuildRule({ prelude, block }: Rule, image: StyleImage, isPrinted: boolean): string {
  if (prelude.type !== 'SelectorList') return ''
  let isReadable = true
  walk(prelude, (node) => {
    if (node.type === 'Raw' || node.type === 'NestingSelector') isReadable = false
    if (node.type === 'IdSelector') node.name = idPrefix + node.name
    // what stands outside the message is not the message's to style
    if (node.type === 'PseudoClassSelector' && /^(?:host|host-context|root)$/i.test(node.name))
      isReadable = !isPrinted && isReadable
    if (isPrinted && node.type === 'TypeSelector' && node.name.toLowerCase() === 'body')
      node.name = 'plmail-body'
  })
  if (!isReadable) return ''
  const { css } = cleanDeclarations(block.children, image)
  return css === '' ? '' : `${escapeForMarkup(generate(prelude))}{${css}}`
}
