/** Graph gives every text as HTML unless asked for plain text, and what was plain text once is told as it was. */
export function plainIn(html: string): string | undefined {
  const inside = html
    .replace(/^[\s\S]*?<body[^>]*>/i, '')
    .replace(/<\/body>[\s\S]*$/i, '')
    .trim()
  const bare = inside.replace(/^<div(?: class="PlainText")?>([\s\S]*)<\/div>$/i, '$1')
  if (/<(?!br\s*\/?>)/i.test(bare)) return undefined
  const lines = bare.replace(/\r?\n/g, '').replace(/<br\s*\/?>/gi, '\n')
  return /&(?!(?:lt|gt|amp|quot|nbsp|#39);)/.test(lines) ? undefined : lines.replace(/&(\w+|#39);/g, decoded)
}

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', nbsp: ' ', '#39': "'" }
const decoded = (entity: string, name: string): string => entities[name] ?? entity
