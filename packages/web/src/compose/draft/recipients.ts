import type { EmailAddress } from '@plmail/wire'

// Addresses that a mail server may accept (RFC 5321 §4.1.2, RFC 6531): no blanks, one @, a host with a dot or a bracketed address.
const addressShape = /^[^\s@<>()[\]\\,;:"]{1,64}@(?:[^\s@<>()[\]\\,;:".]+\.)+[^\s@<>()[\]\\,;:".]{2,}$/u
const literalShape = /^[^\s@<>()[\]\\,;:"]{1,64}@\[[0-9A-Fa-f.:]+\]$/

/** Whether it is a valid address. An invalid one stays as it was typed and is marked. */
export function isAddress(text: string): boolean {
  return text.length <= 254 && (addressShape.test(text) || literalShape.test(text))
}

/**
 * People as they are typed or pasted: separated by commas, semicolons or lines, `Name <address>`, `"Last, First"
 * <address>`, or bare addresses, also several with blanks between. What is no address comes with its text as `email`.
 */
export function parseRecipients(text: string): EmailAddress[] {
  return pieces(text).flatMap(recipientsOf)
}

/** Splits at separators outside of quotes and angle brackets. */
function pieces(text: string): string[] {
  const parts: string[] = []
  let piece = ''
  let isQuoted = false
  let isInAngles = false
  let isEscaped = false
  for (const character of text) {
    const isPlain: boolean = isEscaped
    isEscaped = !isPlain && isQuoted && character === '\\'
    if (isPlain) {
      piece += character
      continue
    }
    if (character === '\n' || character === '\r') {
      isQuoted = false
      isInAngles = false
    } else if (character === '"') isQuoted = !isQuoted
    else if (character === '<' && !isQuoted) isInAngles = true
    else if (character === '>' && !isQuoted) isInAngles = false
    const isEnd = /[\n\r]/.test(character) || (!isQuoted && !isInAngles && /[,;\t]/.test(character))
    if (isEnd) {
      parts.push(piece)
      piece = ''
    } else piece += character
  }
  parts.push(piece)
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

function recipientsOf(piece: string): EmailAddress[] {
  const angled = /^(.*?)<\s*(?:mailto:)?([^<>]*?)\s*>$/s.exec(piece)
  if (angled) {
    const name = unquoted(angled[1] ?? '')
    return [{ name: name === '' ? null : name, email: angled[2] ?? '' }].map((person) =>
      person.email === '' ? { name: null, email: piece } : person,
    )
  }
  const bare = piece.replace(/^mailto:/i, '')
  const words = bare.split(/\s+/)
  if (words.length > 1 && words.every(isAddress)) return words.map((email) => ({ name: null, email }))
  return [{ name: null, email: bare }]
}

function unquoted(name: string): string {
  return name
    .trim()
    .replace(/^"(.*)"$/s, '$1')
    .replace(/\\(.)/g, '$1')
    .trim()
}

/** Writes a recipient as it is typed; parsing it again gives the same one. */
export function writeRecipient({ name, email }: EmailAddress): string {
  if (name === null || name === '') return email
  const isPlain = /^[\p{L}\p{N} .'_-]+$/u.test(name)
  return `${isPlain ? name : `"${name.replace(/["\\]/g, '\\$&')}"`} <${email}>`
}

/** Each address once, whatever its case, the first one's name winning unless it has none. */
export function unique(people: readonly EmailAddress[]): EmailAddress[] {
  const byAddress = new Map<string, EmailAddress>()
  for (const person of people) {
    const key = person.email.toLowerCase()
    const duplicate = byAddress.get(key)
    if (!duplicate || (duplicate.name === null && person.name !== null)) byAddress.set(key, person)
  }
  return [...byAddress.values()]
}

export function without(people: readonly EmailAddress[], addresses: ReadonlySet<string>): EmailAddress[] {
  return people.filter(({ email }) => !addresses.has(email.toLowerCase()))
}
