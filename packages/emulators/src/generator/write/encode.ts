/** Encoded words of at most 75 characters, never splitting a character (RFC 2047 §2, §5). ASCII stays as it is. */
export function encodeHeader(text: string): string {
  if (/^[ -~]*$/.test(text)) return text
  const words: string[] = []
  let word = ''
  for (const character of text) {
    if (Buffer.byteLength(word + character, 'utf8') > 45) {
      words.push(word)
      word = ''
    }
    word += character
  }
  words.push(word)
  return words
    .map((encodedWord) => `=?utf-8?B?${Buffer.from(encodedWord, 'utf8').toString('base64')}?=`)
    .join('\r\n ')
}

/** `name="…"`, or `name*=utf-8''…` for what is not ASCII (RFC 2231 §4). */
export function encodeParameter(name: string, value: string): string {
  if (/^[ !#-[\]-~]*$/.test(value)) return `${name}="${value}"`
  const encoded = encodeURIComponent(value).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${name}*=utf-8''${encoded}`
}

/** RFC 2045 §6.7, with CRLF line ends. */
export function quotedPrintable(text: string): Buffer {
  const bytes = Buffer.from(text.replace(/\r?\n/g, '\r\n'), 'utf8')
  // Three octets for one, and a soft break of three after at most 73.
  const out = Buffer.allocUnsafe(Math.ceil(bytes.length * 3.2) + 8)
  let at = 0
  let width = 0
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0
    if (byte === 13) {
      out[at++] = 13
      out[at++] = 10
      i++
      width = 0
      continue
    }
    const blank = (byte === 32 || byte === 9) && bytes[i + 1] !== 13 && i + 1 < bytes.length
    const plain = blank || (byte > 32 && byte < 127 && byte !== 61)
    if (width + (plain ? 1 : 3) > 75) {
      at += out.write('=\r\n', at, 'latin1')
      width = 0
    }
    if (plain) out[at++] = byte
    else at += out.write(escapes[byte] ?? '', at, 'latin1')
    width += plain ? 1 : 3
  }
  return out.subarray(0, at)
}

const escapes = Array.from(
  { length: 256 },
  (_, byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`,
)

/** Base64 in lines of 76 characters. */
export function base64Lines(bytes: Buffer): Buffer {
  // Whole lines at once: 57 octets make 76 characters.
  const lines: string[] = []
  for (let at = 0; at < bytes.length; at += 57) lines.push(bytes.toString('base64', at, at + 57))
  return Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1')
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
