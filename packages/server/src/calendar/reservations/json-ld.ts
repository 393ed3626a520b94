/** A page has one or two of them; a body is also what a stranger made. */
const maxScripts = 20
const maxCharacters = 64 * 1024
const maxItems = 50

export type LinkedData = Readonly<Record<string, unknown>>

/**
 * The objects of JSON-LD in HTML (JSON-LD 1.1 §7), those of lists and of `@graph` one by one. What cannot be read is left
 * out. Looks at each character once, whatever is in it.
 */
export function linkedDataIn(html: string): LinkedData[] {
  return scriptsIn(html).flatMap(readItems).slice(0, maxItems)
}

function scriptsIn(html: string): string[] {
  const lower = html.toLowerCase()
  const texts: string[] = []
  for (let at = lower.indexOf('<script'); at >= 0 && texts.length < maxScripts;) {
    const begin = lower.indexOf('>', at)
    const end = begin < 0 ? -1 : lower.indexOf('</script', begin)
    if (end < 0) break
    const isLinkedData = lower.slice(at, Math.min(begin, at + 500)).includes('application/ld+json')
    if (isLinkedData && end - begin <= maxCharacters) texts.push(html.slice(begin + 1, end))
    at = lower.indexOf('<script', end)
  }
  return texts
}

function readItems(text: string): LinkedData[] {
  let json: unknown
  try {
    // Some wrap it as scripts once had to be.
    json = JSON.parse(text.replace(/^\s*(?:<!--|\/\/<!\[CDATA\[)/, '').replace(/(?:-->|\/\/\]\]>)\s*$/, ''))
  } catch {
    return []
  }
  const all = Array.isArray(json) ? json : [json]
  return all.flatMap((item) => {
    if (!isObject(item)) return []
    const { '@graph': graph } = item
    return Array.isArray(graph) ? graph.filter(isObject) : [item]
  })
}

export const isObject = (value: unknown): value is LinkedData =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
