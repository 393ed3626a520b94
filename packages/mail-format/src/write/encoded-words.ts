/** RFC 2047 §2: a word has at most 75 characters, its line 76. 58 leave room for the name of the longest usual field. */
const longestWord = 58
const overhead = '=?UTF-8?B??='.length

/** Text that is not to be written as it is: beyond ASCII, or looking like an encoded word itself. */
export const needsEncoding = (text: string): boolean => !/^[\x20-\x7e]*$/.test(text) || text.includes('=?')

/**
 * Text as encoded words (RFC 2047) divided by blanks, each with whole characters, in the shorter of the two
 * encodings. Fit for unstructured fields and for phrases.
 */
export function encodedWords(text: string): string {
  const bytes = Buffer.byteLength(text)
  const quoted = [...text].reduce((sum, character) => sum + encodeCharacter(character).length, 0)
  return quoted <= Math.ceil(bytes / 3) * 4
    ? words(text, 'Q', (chunk) => [...chunk].map(encodeCharacter).join(''))
    : words(text, 'B', (chunk) => Buffer.from(chunk).toString('base64'))
}

function words(text: string, encoding: 'Q' | 'B', encode: (chunk: string) => string): string {
  const room = longestWord - overhead
  const getCost = (chunk: string) =>
    encoding === 'Q' ? encode(chunk).length : Math.ceil(Buffer.byteLength(chunk) / 3) * 4
  const done: string[] = []
  let chunk = ''
  for (const character of text) {
    if (chunk !== '' && getCost(chunk + character) > room) {
      done.push(chunk)
      chunk = ''
    }
    chunk += character
  }
  if (chunk !== '') done.push(chunk)
  return done.map((word) => `=?UTF-8?${encoding}?${encode(word)}?=`).join(' ')
}

/** RFC 2047 §5 rule 3: what may stand for itself in a phrase. */
function encodeCharacter(character: string): string {
  if (character === ' ') return '_'
  if (/^[A-Za-z0-9!*+\-/]$/.test(character)) return character
  return [...Buffer.from(character)].map((byte) => `=${hex(byte)}`).join('')
}

const hex = (byte: number) => byte.toString(16).toUpperCase().padStart(2, '0')
