const markup: unique symbol = Symbol('markup')

/** Text that is HTML already; only the `html` tag makes it. */
export interface Html {
  readonly [markup]: string
}

/** A value in a template: text and numbers are escaped, other HTML is not, false and undefined render nothing. */
export type HtmlPiece = string | number | Html | readonly Html[] | false | undefined

/** Writes HTML. Every value is escaped for text and for double-quoted attributes, so quote all attributes. */
export function html(texts: TemplateStringsArray, ...pieces: readonly HtmlPiece[]): Html {
  return { [markup]: texts.reduce((written, text, at) => written + render(pieces[at - 1]) + text) }
}

export function toText(page: Html): string {
  return page[markup]
}

function render(piece: HtmlPiece): string {
  if (piece === undefined || piece === false) return ''
  if (typeof piece === 'string' || typeof piece === 'number') return escape(String(piece))
  if (markup in piece) return piece[markup]
  return piece.map((part) => part[markup]).join('')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
