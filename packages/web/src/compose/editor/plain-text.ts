import { sanitisedBody } from './sanitise.ts'

/**
 * HTML as people write plain text: blank lines between paragraphs, `- ` and `1. ` for lists, `> ` before quotes, links
 * with their address, tables row by row. What the `text/plain` half of a message says.
 */
export function textOfHtml(html: string): string {
  const lines = linesOf(sanitisedBody(html))
  return lines
    .join('\n')
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+|\n+$/g, '')
}

/** Plain text as HTML: a line is a line, quoted lines (`> `) are a quote. */
export function htmlOfText(text: string): string {
  const out: string[] = []
  let quote: string[] | undefined
  const endQuote = (): void => {
    if (quote) out.push(`<blockquote type="cite">${htmlOfText(quote.join('\n'))}</blockquote>`)
    quote = undefined
  }
  for (const line of text.replace(/\r\n?/g, '\n').split('\n')) {
    if (line.startsWith('>')) (quote ??= []).push(line.replace(/^> ?/, ''))
    else {
      endQuote()
      out.push(`<div>${line === '' ? '<br>' : escaped(line)}</div>`)
    }
  }
  endQuote()
  return out.join('')
}

/** Text that may stand in HTML; runs of blanks stay visible. */
export function escaped(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/ {2}/g, '&nbsp; ')
}

/** Every line with `> `, and `>>` for what was quoted already (RFC 3676 §4.5). */
export function quotedText(text: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '>' : line.startsWith('>') ? `>${line}` : `> ${line}`))
    .join('\n')
}

const spaced = new Set(['P', 'BLOCKQUOTE', 'UL', 'OL', 'PRE', 'TABLE', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6'])
const inlineTags = new Set(
  'A,ABBR,B,BIG,CITE,CODE,DEL,EM,FONT,I,IMG,INS,KBD,LABEL,MARK,Q,S,SAMP,SMALL,SPAN,STRIKE,STRONG,SUB,SUP,TT,U,VAR,WBR,BR'.split(
    ',',
  ),
)

/** The lines of everything in an element. */
function linesOf(element: HTMLElement): string[] {
  const lines: string[] = []
  let line: string | undefined
  const flush = (): void => {
    if (line !== undefined) lines.push(line)
    line = undefined
  }
  for (const child of element.childNodes) {
    if (isInline(child)) {
      for (const [index, piece] of inlineText(child).split('\n').entries()) {
        if (index > 0) {
          lines.push(line ?? '')
          line = undefined
        }
        if (line !== undefined || piece.trim() !== '') line = joined(line ?? '', piece)
      }
    } else if (child instanceof HTMLElement) {
      flush()
      const inner = blockLines(child)
      if (spaced.has(child.tagName) && lines.length > 0 && lines.at(-1) !== '') lines.push('')
      lines.push(...inner)
      if (spaced.has(child.tagName)) lines.push('')
    }
  }
  flush()
  return lines
}

/** Blanks run together across elements as they do on screen. */
function joined(line: string, piece: string): string {
  return line === '' || line.endsWith(' ') ? line + piece.replace(/^ +/, '') : line + piece
}

function isInline(node: ChildNode): boolean {
  return !(node instanceof HTMLElement) || inlineTags.has(node.tagName)
}

function blockLines(element: HTMLElement): string[] {
  switch (element.tagName) {
    case 'BLOCKQUOTE':
      return quotedText(trimmed(linesOf(element)).join('\n')).split('\n')
    case 'UL':
      return itemsOf(element, () => '- ')
    case 'OL': {
      const start = Number(element.getAttribute('start') ?? 1) || 1
      return itemsOf(element, (index) => `${String(start + index)}. `)
    }
    case 'PRE':
      return element.textContent.replace(/\n$/, '').split('\n')
    case 'HR':
      return ['-'.repeat(40)]
    case 'TABLE':
      return rowsOf(element)
    default: {
      const lines = linesOf(element)
      // A line with nothing but a break is an empty line, not two.
      return lines.length === 0 ? (element.querySelector('br') ? [''] : []) : lines
    }
  }
}

function itemsOf(list: HTMLElement, mark: (index: number) => string): string[] {
  return [...list.children].flatMap((item, index) => {
    const lines = item instanceof HTMLElement ? trimmed(linesOf(item)) : []
    const lead = mark(index)
    return (lines.length === 0 ? [''] : lines).map((line, n) => (n === 0 ? lead : '  ') + line)
  })
}

function rowsOf(table: HTMLElement): string[] {
  return [...(table as HTMLTableElement).rows].flatMap((row) => {
    const cells = [...row.cells].map((cell) => trimmed(linesOf(cell)))
    // A row of one line each is a line; a table that only lays out is read cell by cell.
    return cells.every((lines) => lines.length <= 1)
      ? [cells.map(([line]) => line ?? '').join('\t')]
      : cells.flat()
  })
}

function trimmed(lines: string[]): string[] {
  const first = lines.findIndex((line) => line !== '')
  return first === -1 ? [] : lines.slice(first, lines.findLastIndex((line) => line !== '') + 1)
}

function inlineText(node: ChildNode): string {
  if (!(node instanceof HTMLElement)) return (node.textContent ?? '').replace(/[ \t\r\n]+/g, ' ')
  if (node.tagName === 'BR') return '\n'
  if (node.tagName === 'IMG') return node.getAttribute('alt') ? `[${node.getAttribute('alt') ?? ''}]` : ''
  const inner = [...node.childNodes].map(inlineText).join('')
  if (node.tagName !== 'A') return inner
  const href = node.getAttribute('href') ?? ''
  const isSame = [inner, `http://${inner}`, `https://${inner}`, `mailto:${inner}`].some(
    (text) => text.replace(/\/$/, '') === href.replace(/\/$/, ''),
  )
  return isSame || href.startsWith('#') || inner.trim() === '' ? inner : `${inner} <${href}>`
}
