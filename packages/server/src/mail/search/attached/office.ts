import { unpacked, zipEntries } from './zip.ts'

/** A part of a document, unpacked; real ones are far smaller. */
const maxPartSize = 32 * 1024 * 1024
/** Slides and sheets that are read. */
const maxParts = 200

/**
 * Files that contain the text of a document: Office Open XML (ECMA-376: the body, notes, sheets' strings, slides) and
 * OpenDocument (content.xml).
 */
const textParts =
  /^(?:word\/(?:document|footnotes|endnotes|comments|header\d*|footer\d*)\.xml|xl\/(?:sharedStrings|comments\d*|worksheets\/sheet\d+)\.xml|ppt\/(?:slides\/slide|notesSlides\/notesSlide)\d+\.xml|content\.xml)$/

/** The text of a document; empty when it is none. */
export function textOfOffice(bytes: Buffer, maxCharacters: number): string {
  const parts = zipEntries(bytes)
    .filter(({ name }) => textParts.test(name))
    .slice(0, maxParts)
  let text = ''
  for (const part of parts) {
    if (text.length >= maxCharacters) break
    const xml = unpacked(bytes, part, maxPartSize).toString('utf8')
    text += `${textOfXml(xml, maxCharacters - text.length, part.name.startsWith('xl/worksheets/'))}\n`
  }
  return text.slice(0, maxCharacters)
}

// Nothing here reads on past the next < or >, nor starts again inside a name, so it is linear whatever it is given. Nor
// does it remember where it could go back to: a name of millions of letters overflows the stack of the engine.
const tag = /<(\/?)([A-Za-z0-9:_-]{1,200})(?![A-Za-z0-9:_-])[^<>]*?(\/?)>|<[?!][^<>]*?>/g

/** Elements behind which a paragraph, a cell or a line ends. */
const ends: ReadonlySet<string> = new Set([
  'w:p',
  'w:tab',
  'w:br',
  'a:p',
  'a:br',
  'si',
  'c',
  'is',
  'text:p',
  'text:h',
  'text:tab',
  'text:s',
  'text:line-break',
])

/** `onlyInline`: a sheet's own strings, not its numbers, formulas and references to the shared strings. */
function textOfXml(xml: string, maxCharacters: number, onlyInline: boolean): string {
  const pieces: string[] = []
  let length = 0
  let from = 0
  let isText = !onlyInline
  const add = (text: string) => {
    pieces.push(text)
    length += text.length
  }
  tag.lastIndex = 0
  for (let match = tag.exec(xml); match; match = tag.exec(xml)) {
    if (length >= maxCharacters) break
    const [whole, isEnd, name = '', isEmpty] = match
    if (isText && match.index > from) add(withoutEntities(xml.slice(from, match.index)))
    from = match.index + whole.length
    if (onlyInline && name === 't') isText = isEnd === ''
    if (ends.has(name) && (isEnd !== '' || isEmpty !== '')) add(' ')
  }
  return pieces.join('')
}

const entities: Readonly<Record<string, string | undefined>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
}

function withoutEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{1,6}));/gi, (whole, decimal, hex, name) => {
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    if (!Number.isNaN(code)) return code <= 0x10ffff ? String.fromCodePoint(code) : ' '
    return entities[name ?? ''] ?? whole
  })
}
