import type { EmailAddress } from '@plmail/wire'
import { isDeepStrictEqual } from 'node:util'
import { singleLine } from '../read/clean-text.ts'
import { groupedAddresses, type EmailAddressGroup } from '../read/addresses.ts'
import { parseDate } from '../read/date.ts'
import { messageIds } from '../read/message-ids.ts'
import { urls } from '../read/urls.ts'
import type { DraftField } from './draft.ts'
import { encodedWords, needsEncoding } from './encoded-words.ts'
import { foldHeader, joinLines } from './fold.ts'

/**
 * A header field as its lines, without the last line break. What is written is read again, and a value that would
 * not come back as it was (an address with a line break in it, an id with a bracket) is undefined: it cannot be
 * written. So no value can end its field and begin another.
 */
export function fieldText(field: DraftField): string | undefined {
  const text = written(field)
  return text === undefined || isWhole(text) ? text : undefined
}

/** The lines of a header field that can be written: whoever gives it has asked `fieldText` before. */
export function writeField(field: DraftField): string {
  const text = fieldText(field)
  if (text === undefined) throw new Error('a header field that cannot be written')
  return text
}

/** One field of at least one printable line each; every line break is a fold. */
function isWhole(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- RFC 5322 §2.2 allows none of them in a field
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text)) return false
  return text
    .split('\r\n')
    .every((line, index) => !/[\r\n]/.test(line) && (index === 0 || /^[ \t].*[^ \t]/.test(line)))
}

function written(field: DraftField): string | undefined {
  const { name } = field
  switch (field.form) {
    case 'asRaw':
      return rawField(name, field.value)
    case 'asText':
      return textField(name, field.value)
    case 'asDate':
      return dateField(name, field.value)
    case 'asAddresses':
      return groupsField(name, [{ name: null, addresses: [...field.value] }])
    case 'asGroupedAddresses':
      return groupsField(name, field.value)
    case 'asMessageIds': {
      const text = field.value.map((id) => `<${id}>`).join(' ')
      return readsAs(messageIds(text), field.value) ? foldHeader(name, text) : undefined
    }
    case 'asURLs': {
      const [first = '', ...more] = field.value.map((url) => `<${url}>`)
      const isReadable = readsAs(urls(field.value.map((url) => `<${url}>`).join(', ')), field.value)
      return isReadable
        ? joinLines([first, ...more].map((url, index, all) => urlLine(name, url, index, all.length)))
        : undefined
    }
  }
}

/** RFC 2369 writes one URL a line. */
const urlLine = (name: string, url: string, index: number, count: number): string =>
  `${index === 0 ? `${name}:` : ''} ${url}${index < count - 1 ? ',' : ''}`

const readsAs = (read: unknown, value: unknown): boolean => isDeepStrictEqual(read, value)

/** As given, folds included. A blank is put in front when there is none; lines that are too long are folded. */
function rawField(name: string, value: string): string | undefined {
  const text = value.replace(/\r?\n(?=[ \t])/g, '\r\n')
  const lines = `${name}:${/^[ \t\r]/.test(text) ? '' : ' '}${text}`
  if (joinLines(lines.split('\r\n')) !== undefined) return lines
  return foldHeader(name, text.replaceAll('\r\n', ''))
}

function textField(name: string, value: string): string | undefined {
  const text = singleLine(value).trim().normalize('NFC')
  const isPlain = !needsEncoding(text) && !/[^ ]{900}/.test(text)
  return foldHeader(name, isPlain ? text : encodedWords(text))
}

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const dateShape = /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?(?:Z|([+-]\d\d):(\d\d))$/

/** RFC 3339 → RFC 5322 §3.3, with the offset kept. */
function dateField(name: string, value: string): string | undefined {
  const match = dateShape.exec(value)
  if (!match || parseDate(value) === null) return undefined
  const [, year, month, day, time, hours = '+00', minutes = '00'] = match
  const weekday = days[new Date(`${year}-${month}-${day}T00:00:00Z`).getUTCDay()]
  return `${name}: ${weekday}, ${day} ${months[Number(month) - 1]} ${year} ${time} ${hours}${minutes}`
}

function groupsField(name: string, groups: readonly EmailAddressGroup[]): string | undefined {
  const tidyGroups = groups.map(tidyGroup)
  // A name in quotes is the readable way; what quotes cannot carry is encoded.
  for (const phrase of [encodePhrase, encodedWords]) {
    const text = tidyGroups.map((group) => groupText(group, phrase)).join(', ')
    if (readsAs(groupedAddresses(text), tidyGroups)) return foldHeader(name, text)
  }
  return undefined
}

const tidyGroup = (group: EmailAddressGroup): EmailAddressGroup => ({
  name: group.name === null ? null : tidy(group.name),
  addresses: group.addresses.map((address) => ({
    name: address.name === null ? null : tidy(address.name) || null,
    email: address.email.trim(),
  })),
})

const tidy = (text: string) => singleLine(text).trim().normalize('NFC')

function groupText({ name, addresses }: EmailAddressGroup, phrase: (text: string) => string): string {
  const members = addresses.map((address) => addressText(address, phrase)).join(', ')
  return name === null ? members : `${phrase(name)}: ${members};`
}

function addressText({ name, email }: EmailAddress, phrase: (text: string) => string): string {
  if (name !== null) return `${phrase(name)} <${email}>`
  return /^[\w.!#$%&'*+/=?^`{|}~-]+(@[\w.-]+)?$/.test(email) ? email : `<${email}>`
}

function encodePhrase(text: string): string {
  return needsEncoding(text) ? encodedWords(text) : `"${text.replace(/["\\]/g, '\\$&')}"`
}
