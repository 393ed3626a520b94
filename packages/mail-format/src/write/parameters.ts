/** `name=value` as RFC 2045 §5.1 writes it, in segments of RFC 2231 where it is long or beyond ASCII. */
export function parameter(name: string, value: string): string[] {
  if (/^[\w!#$&^`{|}~.+-]{1,60}$/.test(value)) return [`${name}=${value}`]
  if (/^[\x20-\x7e]{0,60}$/.test(value) && !value.includes('=?'))
    return [`${name}="${value.replace(/["\\]/g, '\\$&')}"`]
  const segments = split(value)
  if (segments.length === 1) return [`${name}*=UTF-8''${segments[0]}`]
  return segments.map((segment, index) => `${name}*${index}*=${index === 0 ? "UTF-8''" : ''}${segment}`)
}

/** Percent-encoded, in pieces that fit a line. */
function split(value: string): string[] {
  const segments: string[] = []
  let segment = ''
  for (const character of value) {
    const text = [...Buffer.from(character)].map(octet).join('')
    if (segment.length + text.length > 50) {
      segments.push(segment)
      segment = ''
    }
    segment += text
  }
  return [...segments, segment]
}

/** RFC 2231 §7 attribute-char stand for themselves. */
function octet(byte: number): string {
  const character = String.fromCharCode(byte)
  return /^[A-Za-z0-9!#$&+.^_`{|}~-]$/.test(character)
    ? character
    : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
}

/** A field with parameters, each on a line of its own once one line is too short for all. */
export function structuredField(name: string, value: string, parameters: readonly string[]): string {
  const line = [`${name}: ${value}`, ...parameters].join('; ')
  return line.length <= 78 ? line : [`${name}: ${value}`, ...parameters].join(';\r\n ')
}
