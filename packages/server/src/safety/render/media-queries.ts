import {
  type AtrulePrelude,
  type Condition,
  type CssNode,
  generate,
  type MediaQuery,
  type Raw,
} from 'css-tree'

export interface ResolvedMedia {
  /** The remaining list of queries; `all` when the theme alone was asked for. */
  queries: string
  /** Whether one of them was written for the dark theme that is being drawn. */
  isForDark: boolean
}

/**
 * Resolves `prefers-color-scheme` by the reader's theme, because an embedded document would see the system's. What
 * depends on the frame's height or on anything unknown is dropped. Undefined: no query is left, the rules go.
 */
export function resolveMedia(
  prelude: AtrulePrelude | Raw | null,
  theme: 'light' | 'dark',
): ResolvedMedia | undefined {
  if (prelude?.type !== 'AtrulePrelude') return undefined
  const [list] = prelude.children
  if (list?.type !== 'MediaQueryList') return undefined
  const safeParts: string[] = []
  let isForDark = false
  for (const query of list.children) {
    const resolved = query.type === 'MediaQuery' ? resolveQuery(query, theme) : undefined
    if (!resolved) continue
    safeParts.push(resolved.text)
    isForDark ||= resolved.asksForTheme && theme === 'dark'
  }
  return safeParts.length > 0 ? { queries: safeParts.join(','), isForDark } : undefined
}

function resolveQuery(query: MediaQuery, theme: string): { text: string; asksForTheme: boolean } | undefined {
  const { modifier, mediaType, condition } = query
  if (mediaType !== null && !/^(?:all|screen|print)$/i.test(mediaType)) return undefined
  if (!condition) return { text: generate(query), asksForTheme: false }
  const features = conjunction(condition)
  if (!features) return undefined
  const asksForTheme = features.some(isThemeFeature)
  if (asksForTheme && modifier?.toLowerCase() === 'not') return undefined
  if (features.filter(isThemeFeature).some((feature) => getTheme(feature) !== theme)) return undefined
  const rest = features.filter((feature) => !isThemeFeature(feature)).map((feature) => generate(feature))
  const type = mediaType === null ? [] : [[modifier, mediaType].filter(Boolean).join(' ')]
  return { text: [...type, ...rest].join(' and ') || 'all', asksForTheme }
}

/** The features of `(a) and (b) and (c)`; undefined for `not`, `or` and nesting, which mail does not use. */
function conjunction(condition: Condition): CssNode[] | undefined {
  const features: CssNode[] = []
  for (const node of condition.children) {
    if (node.type === 'Feature' && knownFeatures.test(node.name)) features.push(node)
    else if (node.type !== 'Identifier' || node.name.toLowerCase() !== 'and') return undefined
  }
  return features
}

const knownFeatures =
  /^(?:prefers-color-scheme|(?:min-|max-)?(?:device-)?width|(?:min-|max-)?resolution|hover|-webkit-(?:min-|max-)?device-pixel-ratio)$/i

function isThemeFeature(node: CssNode): boolean {
  return node.type === 'Feature' && node.name.toLowerCase() === 'prefers-color-scheme'
}

function getTheme(node: CssNode): string | undefined {
  return node.type === 'Feature' && node.value?.type === 'Identifier'
    ? node.value.name.toLowerCase()
    : undefined
}
