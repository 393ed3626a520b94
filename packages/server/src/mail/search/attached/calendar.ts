/** Properties of iCalendar (RFC 5545) and vCard (RFC 6350) whose values are text for people. */
const shownProperties: ReadonlySet<string> = new Set([
  'SUMMARY',
  'DESCRIPTION',
  'LOCATION',
  'COMMENT',
  'CATEGORIES',
  'CONTACT',
  'ORGANIZER',
  'ATTENDEE',
  'FN',
  'N',
  'NICKNAME',
  'ORG',
  'TITLE',
  'EMAIL',
  'TEL',
  'ADR',
  'NOTE',
])

/** Returns the readable text of an invitation or a card: titles, places, names, addresses, notes; a line each. */
export function textOfCalendar(text: string): string {
  return text
    .replace(/\r?\n[ \t]/g, '')
    .split(/\r?\n/)
    .flatMap((line) => textOfLine(line))
    .join('\n')
}

function textOfLine(line: string): string[] {
  const [, name = '', parameters = '', value = ''] =
    /^([A-Za-z0-9.-]+)((?:;[^":]*(?:"[^"]*"[^":]*)*)?):(.*)$/.exec(line) ?? []
  if (!shownProperties.has(name.toUpperCase().replace(/^.*\./, ''))) return []
  const common = /;CN=(?:"([^"]*)"|([^;:]*))/i.exec(parameters)
  const plain = value
    .replace(/\\([nN])/g, ' ')
    .replace(/\\(.)/g, '$1')
    .replace(/^mailto:/i, '')
  return [common?.[1] ?? common?.[2] ?? '', plain].filter((text) => text !== '')
}
