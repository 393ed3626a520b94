/** A document to be drawn. */
export interface PdfOrder {
  readonly bytes: ArrayBuffer
  /** Width of a page in screen pixels. */
  readonly width: number
  readonly maxPages: number
}

/** A page as a picture. */
export interface DrawnPage {
  readonly kind: 'page'
  readonly number: number
  /** Pages of the whole document. */
  readonly of: number
  /** PNG. */
  readonly picture: Blob
  readonly width: number
  readonly height: number
}

/** The message from the drawing worker; `end` comes once, also when the document cannot be read. */
export type PdfNews = DrawnPage | { readonly kind: 'end' }

/** The worker runs on a stranger's file: its messages are accepted only in their exact shape. */
export function parseNews(data: unknown): PdfNews | undefined {
  if (typeof data !== 'object' || data === null || !('kind' in data)) return undefined
  if (data.kind === 'end') return { kind: 'end' }
  if (data.kind !== 'page' || !('picture' in data) || !(data.picture instanceof Blob)) return undefined
  if (data.picture.type !== 'image/png') return undefined
  const { number, of, width, height } = data as Partial<Record<string, unknown>>
  return isCount(number) && isCount(of) && isCount(width) && isCount(height)
    ? { kind: 'page', number, of, picture: data.picture, width, height }
    : undefined
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 && value < 1e6
