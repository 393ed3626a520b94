import { maxElements } from './html.ts'
import { escaped } from './plain-text.ts'
import { sanitised } from './sanitise.ts'

/** Beyond this, pasted HTML is taken as its text: reading it would stop the window. */
const maxPastedHtml = 2_000_000
/** Beyond this, pasted text comes as a file. */
export const maxPastedText = 500_000

/** In a field for plain text, too. */
export const isTooLong = (text: string): boolean => text.length > maxPastedText

/** The handling of a paste, decided before any of it is read as HTML. */
export type Pasted =
  | { as: 'html' }
  | { as: 'text'; text: string }
  | { as: 'file'; text: string; type: 'text/plain' | 'text/html' }
  | { as: 'files'; files: File[] }

export function judgePaste(data: DataTransfer): Pasted {
  const files = [...data.files]
  const html = data.getData('text/html')
  const text = data.getData('text/plain')
  // Office programs put a picture of the text beside the text.
  if (files.length > 0 && html === '' && text === '') return { as: 'files', files }
  if (files.length > 0 && text === '' && /^\s*(?:<meta[^>]*>)?\s*<img\b[^>]*>\s*$/i.test(html))
    return { as: 'files', files }
  if (isTooLong(text)) return { as: 'file', text, type: 'text/plain' }
  if (html.length > maxPastedHtml && text === '') return { as: 'file', text: html, type: 'text/html' }
  if (html === '' || html.length > maxPastedHtml) return { as: 'text', text }
  return { as: 'html' }
}

/** Pasted HTML that may become part of the message. */
export function cleanPaste(html: string): string {
  const clean = sanitised(html)
  const elements = clean.split('<').length / 2
  if (elements <= maxElements) return clean
  const body = new DOMParser().parseFromString(clean, 'text/html').body
  return `<div>${escaped(body.textContent)}</div>`
}
