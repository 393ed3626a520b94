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
  return words.map((one) => `=?utf-8?B?${Buffer.from(one, 'utf8').toString('base64')}?=`).join('\r\n ')
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
export function quotedPrintable(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => (plainLine.test(line) ? line : softBreaks(encodeLine(Buffer.from(line, 'utf8')))))
    .join('\r\n')
}

/** Most lines stay as they are. */
const plainLine = /^(?:[ -<>-~]{0,74}[!-<>-~])?$/

function encodeLine(bytes: Buffer): string[] {
  return [...bytes].map((byte, i) => {
    const blank = (byte === 32 || byte === 9) && i < bytes.length - 1
    const plain = blank || (byte > 32 && byte < 127 && byte !== 61)
    return plain ? String.fromCharCode(byte) : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`
  })
}

function softBreaks(tokens: readonly string[]): string {
  let out = ''
  let width = 0
  for (const token of tokens) {
    if (width + token.length > 75) {
      out += '=\r\n'
      width = 0
    }
    out += token
    width += token.length
  }
  return out
}

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
