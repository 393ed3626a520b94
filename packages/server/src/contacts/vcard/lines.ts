/** One property of a vCard (RFC 6350 §3.3), its value still escaped. */
export interface VCardProperty {
  group: string | null
  /** Upper case. */
  name: string
  /** By upper-cased name; a parameter without a value is its own (vCard 2.1). */
  params: ReadonlyMap<string, readonly string[]>
  value: string
}

/** Longer files and lines come from programs gone wrong. */
const maxLineLength = 2 * 1024 * 1024

/** The vCards of a text, each as its properties; `broken` counts what is between or within them and no property. */
export function readVcards(text: string): { cards: VCardProperty[][]; broken: number } {
  const cards: VCardProperty[][] = []
  let open: VCardProperty[] | undefined
  let depth = 0
  let broken = 0
  for (const line of unfolded(text)) {
    const property = parseProperty(line)
    if (!property) {
      if (line.trim() !== '') broken += 1
      continue
    }
    const isCard = property.value.trim().toUpperCase() === 'VCARD'
    if (property.name === 'BEGIN' && isCard) {
      depth += 1
      if (depth === 1) open = []
    } else if (property.name === 'END' && isCard && depth > 0) {
      depth -= 1
      if (depth === 0 && open) cards.push(open)
      if (depth === 0) open = undefined
    } else if (open && depth === 1) open.push(property)
  }
  return { cards, broken: broken + (open ? 1 : 0) }
}

/** Lines as they were before folding (RFC 6350 §3.2), and with the soft breaks of quoted-printable joined (vCard 2.1). */
function* unfolded(text: string): Generator<string> {
  let line = ''
  let isQuoted = false
  for (const part of text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)) {
    if (isQuoted && line.endsWith('=')) line = line.slice(0, -1) + part.replace(/^[ \t]/, '')
    else if (/^[ \t]/.test(part) && line !== '') line += part.slice(1)
    else {
      yield line.slice(0, maxLineLength)
      line = part
      isQuoted = /^[^:]*;\s*(ENCODING=)?QUOTED-PRINTABLE[;:]/i.test(part)
    }
    if (line.length > maxLineLength) line = line.slice(0, maxLineLength)
  }
  yield line
}

const parameterName = /;\s*([^=:;"]{1,200})(=?)/y
const maxParameters = 100
const head = /^(?:([A-Za-z0-9-]+)\.)?([A-Za-z0-9-]+)/

function parseProperty(line: string): VCardProperty | undefined {
  const [start, group = null, name] = head.exec(line) ?? []
  if (start === undefined || name === undefined) return undefined
  const params = new Map<string, string[]>()
  let at = start.length
  let count = 0
  while (line[at] === ';') {
    parameterName.lastIndex = at
    const equals = parameterName.exec(line)
    if (!equals || count >= maxParameters) return undefined
    count += 1
    const [matched, key = '', sign] = equals
    at += matched.length
    const values: string[] = []
    if (sign === '=')
      do {
        if (line[at] === ',') at += 1
        const isQuoted = line[at] === '"'
        const end = isQuoted ? line.indexOf('"', at + 1) : endOfWord(line, at)
        if (end < 0) return undefined
        values.push(unescapeParameter(line.slice(isQuoted ? at + 1 : at, end)))
        at = isQuoted ? end + 1 : end
      } while (line[at] === ',')
    else values.push(key.trim())
    const upper = key.trim().toUpperCase()
    params.set(upper, [...(params.get(upper) ?? []), ...values])
  }
  if (line[at] !== ':') return undefined
  return { group, name: name.toUpperCase(), params, value: decoded(line.slice(at + 1), params) }
}

function endOfWord(line: string, at: number): number {
  let end = at
  while (end < line.length && !':;,'.includes(line[end] ?? '')) end += 1
  return end
}

/** RFC 6868. */
const unescapeParameter = (text: string): string =>
  text.replace(/\^(n|\^|')/g, (_, sign: string) => ({ n: '\n', '^': '^', "'": '"' })[sign] ?? '')

/** vCard 2.1 writes text that is not ASCII as quoted-printable, in UTF-8 unless it says otherwise. */
function decoded(value: string, params: ReadonlyMap<string, readonly string[]>): string {
  const encodings = [...(params.get('ENCODING') ?? []), ...(params.get('QUOTED-PRINTABLE') ?? [])]
  if (!encodings.some((encoding) => encoding.toUpperCase() === 'QUOTED-PRINTABLE')) return value
  const bytes = Buffer.from(
    value.replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
  const [charset = 'utf-8'] = params.get('CHARSET') ?? []
  const text = /^(utf-?8)?$/i.test(charset) ? bytes.toString('utf8') : bytes.toString('latin1')
  // A line break within the value is data, in the form that other versions have for it.
  return text.replace(/\r\n|\r|\n/g, '\\n')
}

/** A text value as people read it (RFC 6350 §3.4). */
export const unescapeText = (text: string): string =>
  text.replace(/\\([nN\\,;:])/g, (_, sign: string) => (sign === 'n' || sign === 'N' ? '\n' : sign))

/** The parts of a structured value, or of a list; a separator behind a backslash separates nothing. */
export function splitValue(text: string, separator: ';' | ','): string[] {
  const parts: string[] = []
  let part = ''
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    if (sign === '\\' && at + 1 < text.length) {
      part += sign + (text[at + 1] ?? '')
      at += 1
    } else if (sign === separator) {
      parts.push(part)
      part = ''
    } else part += sign
  }
  return [...parts, part]
}

export const escapeText = (text: string): string =>
  text.replace(/\r\n|\r|\n/g, '\n').replace(/[\\,;\n]/g, (sign) => (sign === '\n' ? '\\n' : `\\${sign}`))

// oxlint-disable-next-line no-control-regex -- RFC 6350 §3.3 allows none of them in a value
const controls = /[\u0000-\u0008\u000b-\u001f\u007f]/g

/** A property as lines of at most 75 octets, no character of which is cut (RFC 6350 §3.2). */
export function writeProperty(
  name: string,
  value: string,
  params: ReadonlyArray<readonly [string, string | readonly string[]]> = [],
  group: string | null = null,
): string {
  const written = params
    .filter(([, values]) => values.length > 0)
    .map(([key, values]) => `;${key}=${[values].flat().map(parameter).join(',')}`)
  const line = `${group === null ? '' : `${group}.`}${name}${written.join('')}:${value}`.replace(controls, '')
  return foldLine(line)
}

function parameter(text: string): string {
  const escaped = text.replace(/[\^"\n\r]/g, (sign) => ({ '^': '^^', '"': "^'" })[sign] ?? '^n')
  return /[,;:]/.test(escaped) ? `"${escaped}"` : escaped
}

function foldLine(line: string): string {
  const lines: string[] = []
  let part = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > 75) {
      lines.push(part)
      part = ' '
      octets = 1
    }
    part += character
    octets += size
  }
  return `${[...lines, part].join('\r\n')}\r\n`
}
