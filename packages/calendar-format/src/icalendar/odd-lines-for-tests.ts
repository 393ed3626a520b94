import fc from 'fast-check'

/** A line or component that nobody here understands: where it stands, and its text around a mark that makes it unique. */
interface OddPiece {
  /** Index of the unfolded line before which it stands. */
  lineIndex: number
  write(mark: string): string
}

/** Lines of a calendar file, each with the blanks by which it is folded. */
const foldedLines = (file: string): string[] => file.split(/\r\n(?![ \t])/)

const text = fc
  .string({ unit: 'grapheme', maxLength: 120 })
  .map((characters) => characters.replace(/\p{Cc}/gu, ' '))
const value = text.map((content) => content.replace(/[\\;,]/g, '\\$&'))
const parameters = fc.constantFrom('', ';X-P=v', ';LANGUAGE=de;P="q:;,"', ';VALUE=X-OWN;X-P="ä","ö"')

/** A property of an unknown name. Lines go on after any character, by a blank or a tab. */
const oddProperty = fc
  .tuple(fc.constantFrom('X-ODD', 'FUTURE', 'X-APPLE-THING'), parameters, value, fc.nat(70))
  .map(([name, parameterText, valueText, foldOffset]) => (mark: string) => {
    const line = [...`${name}${parameterText}:${mark}${valueText}`]
    const foldAt = 20 + foldOffset
    return line.length > foldAt
      ? `${line.slice(0, foldAt).join('')}\r\n\t${line.slice(foldAt).join('')}`
      : line.join('')
  })

/** A component of an unknown name with such a property in it. */
const oddComponent = fc.tuple(fc.constantFrom('X-BOX', 'VLOCATION', 'PARTICIPANT'), oddProperty).map(
  ([name, writeProperty]) =>
    (mark: string) =>
      [`BEGIN:${name}`, writeProperty(mark), `END:${name}`].join('\r\n'),
)

/** An odd piece anywhere within the calendar of the file. */
export function oddPiece(file: string): fc.Arbitrary<OddPiece> {
  const lines = foldedLines(file)
  const within = { min: lines.indexOf('BEGIN:VCALENDAR') + 1, max: lines.indexOf('END:VCALENDAR') }
  return fc.record({ lineIndex: fc.integer(within), write: fc.oneof(oddProperty, oddComponent) })
}

/** The file with the pieces put in, and their texts in the order in which they stand there. */
export function withOddPieces(
  file: string,
  pieces: readonly OddPiece[],
): { raw: string; inserted: string[] } {
  const inOrder = pieces
    .toSorted((a, b) => a.lineIndex - b.lineIndex)
    .map(({ lineIndex, write }, index) => ({ lineIndex, text: write(`mark${index}-`) }))
  const raw = foldedLines(file)
    .flatMap((line, index) => [
      ...inOrder.filter(({ lineIndex }) => lineIndex === index).map((piece) => piece.text),
      line,
    ])
    .join('\r\n')
  return { raw, inserted: inOrder.map((piece) => piece.text) }
}

/** A change of some properties of an event. */
export const eventPatch = fc.record(
  {
    title: fc.constantFrom('A', 'B; with, signs\n'),
    description: fc.constantFrom('', 'Words'),
    start: fc.constantFrom('2026-11-03T10:30:00', '2027-03-28T01:30:00'),
    duration: fc.constantFrom('PT30M', 'PT25H'),
    timeZone: fc.constantFrom('Asia/Tokyo', 'Etc/UTC'),
    privacy: fc.constantFrom('public', 'secret'),
    freeBusyStatus: fc.constant('free'),
    status: fc.constant('cancelled'),
    keywords: fc.constantFrom({ One: true }, {}),
    locations: fc.constant({ 1: { '@type': 'Location', name: 'Room 4' } }),
    recurrenceRule: fc.constant({ '@type': 'RecurrenceRule', frequency: 'daily', count: 3 }),
    recurrenceOverrides: fc.constant({ '2026-11-05T09:00:00': { title: 'Once' } }),
  },
  { requiredKeys: [] },
)
