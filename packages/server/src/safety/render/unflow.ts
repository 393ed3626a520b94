import type { PlainText } from './rendering.ts'

/** One paragraph or fixed line of a text, and how deeply it is quoted. */
export interface TextLine {
  depth: number
  text: string
}

/** Deeper quoting is shown at this depth; nobody reads it, and nesting costs. */
const maxQuoteDepth = 20

/** Lines of a text part with their quote depth; `format=flowed` lines are joined to paragraphs (RFC 3676 §4). */
export function getLines({ content, isFlowed, isDelSp }: PlainText): TextLine[] {
  const lines = content.split(/\r\n|\r|\n/)
  if (lines.at(-1) === '') lines.pop()
  return isFlowed ? joinFlowed(lines, isDelSp) : lines.map(fixedLine)
}

/** Quote marks of fixed text may have spaces between them: `> > text`. */
function fixedLine(line: string): TextLine {
  let depth = 0
  let at = 0
  while (line.charAt(at) === '>') {
    depth++
    at++
    if (line.charAt(at) === ' ') at++
  }
  return { depth: Math.min(depth, maxQuoteDepth), text: line.slice(at) }
}

function joinFlowed(lines: readonly string[], isDelSp: boolean): TextLine[] {
  const joined: TextLine[] = []
  let open: { depth: number; parts: string[] } | undefined
  const close = () => {
    if (open) joined.push({ depth: Math.min(open.depth, maxQuoteDepth), text: open.parts.join('') })
    open = undefined
  }
  for (const line of lines) {
    const { depth, text } = flowedLine(line)
    if (open && (open.depth !== depth || text === '-- ')) close()
    const continues = text.endsWith(' ') && text !== '-- '
    open ??= { depth, parts: [] }
    open.parts.push(continues && isDelSp ? text.slice(0, -1) : text)
    if (!continues) close()
  }
  close()
  return joined
}

/** In flowed text quote marks stand together, and one space after them is stuffing. */
function flowedLine(line: string): TextLine {
  let depth = 0
  while (line.charAt(depth) === '>') depth++
  const rest = line.slice(depth)
  return { depth, text: rest.startsWith(' ') ? rest.slice(1) : rest }
}
