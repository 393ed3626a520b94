/** Lines of iCalendar (RFC 5545 §3.1), folded at 75 octets. */

/** `NAME;PARAMETER=value:text`. Parameters without a value are left out. */
export function contentLine(
  name: string,
  value: string,
  parameters: Readonly<Record<string, string | undefined>> = {},
): string {
  const written = Object.entries(parameters).flatMap(([key, parameter]) =>
    parameter === undefined ? [] : [`;${key}=${parameterText(parameter)}`],
  )
  return fold(`${name}${written.join('')}:${value}`)
}

/** A TEXT value: nothing in it can end the line or begin another property. */
export function escapeText(text: string): string {
  return withoutControls(text)
    .replace(/\\/g, '\\\\')
    .replace(/[;,]/g, '\\$&')
    .replace(/\r\n|\r|\n/g, '\\n')
}

/** An address or a URI; what a line cannot carry is left out. */
export function plainValue(text: string): string {
  return withoutControls(text).replace(/[\r\n]/g, '')
}

/** Quotes cannot be escaped in a parameter (RFC 6868 has a way, which many readers do not know). */
function parameterText(text: string): string {
  const clean = plainValue(text).replace(/"/g, "'")
  return /[:;,]/.test(clean) ? `"${clean}"` : clean
}

function withoutControls(text: string): string {
  // oxlint-disable-next-line no-control-regex -- RFC 5545 §3.1 allows none of them in a value
  return text.replace(/[\u0000-\u0009\u000B\u000C\u000E-\u001F\u007F]/g, (control) =>
    control === '\t' ? '\t' : '',
  )
}

const max = 75

/** Between characters, never inside one. */
export function fold(text: string): string {
  const lines: string[] = []
  let [current, octets] = ['', 0]
  for (const character of text) {
    const size = Buffer.byteLength(character)
    if (octets + size > max) {
      lines.push(current)
      ;[current, octets] = ['', 1]
    }
    current += character
    octets += size
  }
  return [...lines, current].join('\r\n ')
}
