import { createOpenComponents, type OpenComponents } from './open-components.ts'

/** A calendar file as its text: every line as it came, so that what is not changed stays to the byte. */
export interface RawComponent {
  /** In upper case: `VEVENT`. */
  name: string
  begin: string
  items: Array<RawLine | RawComponent>
  /** Empty where the file ended before the component did. */
  end: string
}

export interface RawLine {
  /** In upper case: `DTSTART`. */
  property: string
  /** With its folds and its line end. */
  text: string
}

export const isLine = (item: RawLine | RawComponent): item is RawLine => 'property' in item

/** Components nested deeper than this are read as lines: writing is recursive, and no calendar nests more than four. */
const maxDepth = 50

/** The components of the text under one without a name. */
export function readRaw(text: string): RawComponent {
  const root: RawComponent = { name: '', begin: '', items: [], end: '' }
  const open = createOpenComponents(root)
  let tooDeep = 0
  for (const line of physicalLines(text)) {
    const [, edge = '', name = ''] = /^(BEGIN|END):\s*([A-Za-z0-9-]+)\s*$/i.exec(unfolded(line)) ?? []
    const isBegin = edge.toUpperCase() === 'BEGIN'
    if (isBegin && open.depth >= maxDepth) tooDeep++
    if (edge === '' || tooDeep > 0) open.innermost.items.push({ property: getProperty(line), text: line })
    else if (isBegin) beginRaw(open, { name: name.toUpperCase(), begin: line, items: [], end: '' })
    else endRaw(open, name.toUpperCase(), line)
    if (edge !== '' && !isBegin && tooDeep > 0) tooDeep--
  }
  return root
}

function beginRaw(open: OpenComponents<RawComponent>, component: RawComponent): void {
  open.innermost.items.push(component)
  open.begin(component)
}

function endRaw(open: OpenComponents<RawComponent>, name: string, line: string): void {
  const component = open.end(name)
  if (component) component.end = line
}

export function writeRaw({ begin, items, end }: RawComponent): string {
  return begin + items.map((item) => (isLine(item) ? item.text : writeRaw(item))).join('') + end
}

/** A line with those that go on with it; each ends as it did. */
function physicalLines(text: string): string[] {
  return (
    text
      .match(/[^\r\n]*(?:\r\n|\n|\r|$)(?:[ \t][^\r\n]*(?:\r\n|\n|\r|$))*/g)
      ?.filter((line) => line !== '') ?? []
  )
}

export const unfolded = (text: string): string => text.replace(/\r?\n[ \t]/g, '').replace(/[\r\n]+$/, '')

const getProperty = (text: string): string => (/^[A-Za-z0-9-]+/.exec(text)?.[0] ?? '').toUpperCase()

export function componentsIn(component: RawComponent, name: string): RawComponent[] {
  return component.items.filter((item): item is RawComponent => !isLine(item) && item.name === name)
}

export function getLines(component: RawComponent, property: string): RawLine[] {
  return component.items.filter((item): item is RawLine => isLine(item) && item.property === property)
}

/** A line taken apart. Parameters as they are written, quotes and all, by name in upper case. */
export interface LineParts {
  name: string
  parameters: Map<string, string>
  value: string
}

/** Undefined where the line breaks the grammar. */
export function splitLine(text: string): LineParts | undefined {
  const line = unfolded(text)
  const ends: number[] = []
  let [isQuoted, colon] = [false, -1]
  for (let at = 0; at < line.length && colon < 0; at++) {
    const sign = line[at]
    if (sign === '"') isQuoted = !isQuoted
    else if (!isQuoted && sign === ';') ends.push(at)
    else if (!isQuoted && sign === ':') colon = at
  }
  if (colon < 0) return undefined
  const bounds = [...ends, colon]
  const parameters = new Map<string, string>()
  for (const [index, end] of ends.entries()) {
    const [name = '', ...value] = line.slice(end + 1, bounds[index + 1]).split('=')
    parameters.set(name.toUpperCase(), value.join('='))
  }
  return { name: line.slice(0, bounds[0]).toUpperCase(), parameters, value: line.slice(colon + 1) }
}
