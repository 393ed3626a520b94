const silent = /^(?:script|style|title|template|textarea|select|svg|math|noscript)$/

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

/**
 * The words of an HTML text by one linear scan, for bodies whose tree would take too long to build. Good enough to
 * read, and safe because the result is text.
 */
export function wordsOfHtml(html: string): string {
  const lower = html.toLowerCase()
  const parts: string[] = []
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    parts.push(html.slice(at, open < 0 ? html.length : open))
    const close = open < 0 ? -1 : html.indexOf('>', open)
    if (close < 0) break
    const tag = /^\/?[a-z0-9]+/.exec(lower.slice(open + 1, open + 14))?.[0] ?? ''
    if (breaking.has(tag)) parts.push('\n')
    at = silent.test(tag) ? endOfElement(lower, tag, close + 1) : close + 1
  }
  return tidied(withCharacters(parts.join('')))
}

const breaking = new Set(['br', '/p', '/div', '/tr', '/li', '/h1', '/h2', '/h3', '/table', '/blockquote'])

function endOfElement(lower: string, tag: string, from: number): number {
  const end = lower.indexOf(`</${tag}`, from)
  return end < 0 ? lower.length : end
}

function withCharacters(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,5}));/gi, (whole, decimal, hex, name) => {
    if (name) return entities[String(name).toLowerCase()] ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(String(hex), 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}

/** Every run of empty lines becomes one. */
function tidied(text: string): string {
  const lines = text.split('\n').map((line) => line.replace(/\s+/g, ' ').trim())
  return lines
    .filter((line, at) => line !== '' || lines[at - 1] !== '')
    .join('\n')
    .trim()
}
