import type { EmailAddress } from '@plmail/wire'
import {
  baseSubject,
  headerRows,
  leafParts,
  type MimeTree,
  type ParsedMessage,
  textValue,
  toTree,
} from '@plmail/mail-format'
import { cleanText } from '../clean-text.ts'
import type { SearchRow } from '../types.ts'
import { addressForms } from './addresses.ts'
import { readableParts } from './attached/readable-attachments.ts'
import { bodyTexts } from './body-texts.ts'
import { headerWord, buildMessage, type WordField } from './word-fields.ts'
import { gap, Vector } from './search-vector.ts'
import { splitWords } from './words.ts'

/** Maximum characters of a subject that are searched: more would not fit beside the row. */
const maxSubjectLength = 1_000

const maxKeyLength = 200
const maxHeaderLength = 1_000
const maxHeadersLength = 32_000

/** Reads a message for search, with what its attachments say. Never throws for anything in the bytes. */
export function buildSearchRow(
  raw: Buffer,
  parsed: Pick<ParsedMessage, 'structure' | 'summary'>,
  attached = '',
): SearchRow {
  const tree = toTree(parsed.structure)
  const vector = new Vector()
  const subject = textIn(parsed, 'subject')
  addTexts(vector, 'subject', [subject.slice(0, maxSubjectLength)])
  addAddresses(vector, 'from', addressesIn(parsed, 'from'))
  addTexts(vector, 'attachment-name', namesIn(tree))
  const headers = collectHeaders(raw, tree, vector)
  addBody(vector, bodyTexts(raw, tree))
  for (const field of ['to', 'cc', 'bcc'] as const) addAddresses(vector, field, addressesIn(parsed, field))
  if (attached !== '') addTexts(vector, 'body', [attached], vector.nextPosition + gap)
  const subjectVector = new Vector()
  addTexts(subjectVector, 'subject', [subject.slice(0, maxSubjectLength)])
  return {
    words: cleanText(vector.toString(), Number.MAX_SAFE_INTEGER),
    subjectWords: cleanText(subjectVector.toString(), Number.MAX_SAFE_INTEGER),
    fromKey: addressKey(addressesIn(parsed, 'from')),
    toKey: addressKey(addressesIn(parsed, 'to')),
    subjectKey: getKey(baseSubject(subject)),
    headers,
    hasReadable: readableParts(tree).length > 0,
  }
}

function addTexts(vector: Vector, field: WordField, texts: Iterable<string>, start = 0): void {
  const message = buildMessage[field]
  let from = start
  for (const text of texts) {
    let last = from
    for (const word of splitWords(text)) vector.add(message + word.text, (last = from + word.at))
    from = last + gap
  }
}

/**
 * A message that is there twice, as plain text and as HTML, is kept once: of the later text only the words that are
 * new, unless it says so much more that its phrases are wanted too.
 */
function addBody(vector: Vector, texts: Iterable<string>): void {
  let from = 0
  let maxYetLength = 0
  for (const text of texts) {
    const isMore = text.length > 2 * maxYetLength
    maxYetLength = Math.max(maxYetLength, text.length)
    let last = from
    for (const word of splitWords(text)) {
      if (isMore) vector.add(word.text, (last = from + word.at))
      else if (!vector.has(word.text)) vector.add(word.text)
    }
    from = last + gap
  }
}

function addAddresses(vector: Vector, field: WordField, addresses: readonly EmailAddress[]): void {
  addTexts(
    vector,
    field,
    addresses.flatMap(({ name, email }) => [name ?? '', email]),
  )
  const message = buildMessage[field]
  for (const { name, email } of addresses) {
    // Lists and robots put the address of whom they speak for into the name.
    const named = name?.includes('@') ? name.split(/[\s<>()"']+/).filter((part) => part.includes('@')) : []
    for (const text of [email, ...named]) for (const form of addressForms(text)) vector.add(message + form)
  }
}

function namesIn(tree: MimeTree): string[] {
  return leafParts(tree).flatMap(({ name }) => (name === null ? [] : [name]))
}

function collectHeaders(raw: Buffer, tree: MimeTree, vector: Vector): string {
  const lines: string[] = []
  let left = maxHeadersLength
  for (const row of headerRows(raw, tree.root)) {
    vector.add(headerWord(row.name.slice(0, maxKeyLength)))
    const value = textValue(raw, row).slice(0, maxHeaderLength)
    if (row.name.toLowerCase() === 'list-id') addTexts(vector, 'list', [value])
    const line = `${row.name}:${value}`.toLowerCase()
    if (left < line.length) break
    left -= line.length + 1
    lines.push(line)
  }
  return cleanText(lines.join('\n'), maxHeadersLength)
}

/** RFC 8621 §4.4.2: the first address's name, else its address. */
function addressKey(addresses: readonly EmailAddress[]): string {
  const [first] = addresses
  return getKey(first?.name || first?.email || '')
}

function getKey(text: string): string {
  return cleanText(text.normalize('NFC').toLowerCase(), maxKeyLength)
}

/** `summary` was made by mail-format and is trusted to have its shape. */
function addressesIn({ summary }: Pick<ParsedMessage, 'summary'>, field: string): readonly EmailAddress[] {
  return (summary[field] as readonly EmailAddress[] | null | undefined) ?? []
}

function textIn({ summary }: Pick<ParsedMessage, 'summary'>, name: string): string {
  const value = summary[name]
  return typeof value === 'string' ? value : ''
}
