import { singleLine } from './clean-text.ts'
import type { HeaderRow } from './header-rows.ts'
import { textValue, unfoldedBytes } from './header-text.ts'
import { parseStructured, rawParameter, type StructuredValue, textParameter } from './parameters.ts'
import type { MimePart } from './tree.ts'

/** Facts about a body from the header of its part. */
export interface PartFacts extends Pick<
  MimePart,
  'type' | 'charset' | 'disposition' | 'name' | 'cid' | 'language' | 'location' | 'encoding'
> {
  /** Bytes as latin1 text; null when missing or empty. */
  boundary: string | null
}

const structural = new Set([
  'content-type',
  'content-disposition',
  'content-transfer-encoding',
  'content-id',
  'content-language',
  'content-location',
])

/** Reads the structural header fields; of several with one name the first that is not empty counts. */
export function describePart(raw: Buffer, rows: readonly HeaderRow[], implicitType: string): PartFacts {
  const rowByName = structuralRows(raw, rows)
  const getValue = (name: string): string => {
    const row = rowByName.get(name)
    return row ? unfoldedBytes(raw, row) : ''
  }
  const contentType = parseStructured(getValue('content-type'))
  const disposition = parseStructured(getValue('content-disposition'))
  const name = textParameter(disposition, 'filename') ?? textParameter(contentType, 'name')
  const type = getType(contentType, implicitType, name !== null)
  const location = rowByName.get('content-location')
  return {
    type,
    charset: type.startsWith('text/') ? getCharset(contentType) : null,
    disposition: singleLine(disposition.value) || null,
    name,
    cid:
      singleLine(
        getValue('content-id')
          .replace(/^[^<]*<|>[^>]*$/g, '')
          .trim(),
      ) || null,
    language: getLanguages(getValue('content-language')),
    location: location ? textValue(raw, location).replace(/\s+/g, '') || null : null,
    encoding: readEncoding(getValue('content-transfer-encoding'), type),
    boundary: rawParameter(contentType, 'boundary')?.trim() || null,
  }
}

function structuralRows(raw: Buffer, rows: readonly HeaderRow[]): Map<string, HeaderRow> {
  const rowByName = new Map<string, HeaderRow>()
  for (const row of rows) {
    // Cheap refusal first: most fields of a message are not about its body.
    if (row.name.length < 10 || (row.name.charCodeAt(0) | 32) !== 99) continue
    const name = row.name.toLowerCase()
    if (!structural.has(name) || rowByName.has(name)) continue
    if (raw.toString('latin1', row.valueStart, Math.min(row.valueEnd, row.valueStart + 200)).trim() === '')
      continue
    rowByName.set(name, row)
  }
  return rowByName
}

/** RFC 2045 §5.2 says text/plain for what cannot be read; well-known halves are completed instead. */
function getType(contentType: StructuredValue, implicitType: string, hasName: boolean): string {
  const value = singleLine(contentType.value.replace(/["',]/g, ''))
  if (/^[!-.0-~]{1,100}\/[!-.0-~]{1,100}$/.test(value)) return value
  if (value === '') return implicitType
  if (value === 'html' || value === 'text/html/') return 'text/html'
  if (/^multipart\/?$/.test(value)) return 'multipart/mixed'
  if (/^text\/?$/.test(value)) return 'text/plain'
  return hasName ? 'application/octet-stream' : 'text/plain'
}

function getCharset(contentType: StructuredValue): string {
  const declared = rawParameter(contentType, 'charset') ?? textParameter(contentType, 'charset') ?? ''
  return singleLine(declared.replace(/["']/g, '').trim()).slice(0, 100) || 'us-ascii'
}

/** RFC 2045 §6.4: composite types are never encoded, whatever they claim. */
function readEncoding(value: string, type: string): string {
  if (type.startsWith('multipart/')) return '7bit'
  const word = /^["\s]*([^\s;"(]{0,60})/.exec(value)?.[1] ?? ''
  return singleLine(word).toLowerCase() || '7bit'
}

function getLanguages(value: string): string[] | null {
  const tags = value.replace(/\([^()]*\)/g, '').split(',')
  const languages = tags.map((tag) => singleLine(tag).trim()).filter((tag) => tag !== '')
  return languages.length > 0 ? languages.slice(0, 50) : null
}
