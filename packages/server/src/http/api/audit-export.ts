import { Readable } from 'node:stream'
import type { AuditEntryView } from '@plmail/wire'

export const auditExportFormats = ['csv', 'jsonl'] as const
export type AuditExportFormat = (typeof auditExportFormats)[number]

/** Writes entries while it is read, a page at a time; `pages` is read no faster than the answer is taken. */
export function writeAuditExport(
  format: AuditExportFormat,
  pages: AsyncIterable<readonly AuditEntryView[]>,
): Readable {
  return Readable.from(format === 'csv' ? writeCsv(pages) : writeJsonLines(pages), { objectMode: false })
}

async function* writeJsonLines(
  pages: AsyncIterable<readonly AuditEntryView[]>,
): AsyncGenerator<string, void> {
  for await (const entries of pages) yield entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')
}

const columns = [
  'id',
  'at',
  'action',
  'source',
  'actor',
  'subject',
  'address',
  'userAgent',
  'detail',
] as const satisfies ReadonlyArray<keyof AuditEntryView>

/** RFC 4180, with the mark by which spreadsheets tell UTF-8. */
async function* writeCsv(pages: AsyncIterable<readonly AuditEntryView[]>): AsyncGenerator<string, void> {
  yield `\ufeff${columns.join(',')}\r\n`
  for await (const entries of pages) yield entries.map((entry) => csvLine(entry)).join('')
}

function csvLine(entry: AuditEntryView): string {
  const cells = columns.map((column) => {
    const value = entry[column]
    return csvCell(typeof value === 'string' ? value : JSON.stringify(value))
  })
  return `${cells.join(',')}\r\n`
}

/**
 * Strangers choose what is in some cells: the name of a browser, an address that somebody signs in with. A spreadsheet takes
 * what begins like this for a formula, and an apostrophe before it for text.
 */
const formulaStart = /^[=+\-@\t\r\n\uff0b\uff0d\uff1d\uff20]/

export function csvCell(value: string): string {
  const text = formulaStart.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
