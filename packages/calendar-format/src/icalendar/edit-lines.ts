import {
  isLine,
  type LineParts,
  splitLine,
  type RawComponent,
  type RawLine,
  getLines,
} from './raw-component.ts'
import { fold } from './write-lines.ts'

/** Properties whose lines are told apart by their value; every other one is there once, or changes as a whole. */
const listed: ReadonlyMap<string, readonly string[]> = new Map([
  ['ATTENDEE', ['ATTENDEE']],
  ['CONFERENCE', ['CONFERENCE']],
  // Either may stand for a link of the other's kind: what was read before told them apart as ATTACH alone.
  ['ATTACH', ['ATTACH', 'URL']],
  ['URL', ['URL', 'ATTACH']],
])

/** Properties that replace each other: either one states the end. */
const alike: ReadonlyMap<string, readonly string[]> = new Map([
  ['DTEND', ['DTEND', 'DURATION']],
  ['DURATION', ['DTEND', 'DURATION']],
])

/** Properties of the file itself, which no edit touches. */
const untouched: ReadonlySet<string> = new Set([
  'UID',
  'DTSTAMP',
  'CREATED',
  'LAST-MODIFIED',
  'RECURRENCE-ID',
])

/**
 * Changes in a component what differs between two writings of it, property by property: a line that both have alike stays
 * as it is in the text, however it was written there. Answers whether anything was changed.
 */
export function editLines(
  raw: RawComponent,
  before: RawComponent,
  after: RawComponent,
  eol: string,
): boolean {
  const names = new Set(
    [...before.items, ...after.items].flatMap((item) => (isLine(item) ? [item.property] : [])),
  )
  let isChanged = false
  for (const name of names) {
    if (untouched.has(name)) continue
    const [was, is] = [getLines(before, name), getLines(after, name)]
    if (texts(was) === texts(is)) continue
    const current = listed.get(name)
    if (current) editListed(raw, { names: current, was, is, eol })
    else replace(raw, { names: alike.get(name) ?? [name], was, is, eol })
    isChanged = true
  }
  return isChanged
}

const texts = (lines: readonly RawLine[]): string => lines.map(({ text }) => text).join('\n')

interface LineReplacement {
  names: readonly string[]
  was: readonly RawLine[]
  is: readonly RawLine[]
  eol: string
}

function replace(raw: RawComponent, { names, was, is, eol }: LineReplacement): void {
  const storedLines = raw.items.filter(
    (item): item is RawLine => isLine(item) && names.includes(item.property),
  )
  const isAdded = was.length > 0 && was.every(({ text }) => is.some((line) => line.text === text))
  if (isAdded) return replaceLines(raw, [], fresh(was, is, eol))
  const [only, ...more] = storedLines
  const isOne = is.length === 1 && more.length === 0
  const lines = isOne && is[0] ? [mergeLines(only, was[0], is[0], eol)] : is.map((line) => endLine(line, eol))
  // DTEND and DURATION change places, each with its own lines: what is not stated now must not go away with the other.
  if (
    is.length === 0 &&
    only !== undefined &&
    !storedLines.some(({ property }) => property === was[0]?.property)
  )
    return
  replaceLines(raw, storedLines, lines)
}

const fresh = (was: readonly RawLine[], is: readonly RawLine[], eol: string): RawLine[] =>
  is.filter(({ text }) => !was.some((line) => line.text === text)).map((line) => endLine(line, eol))

/** In the place of the lines that go, or at the end of the properties. */
function replaceLines(raw: RawComponent, gone: readonly RawLine[], lines: readonly RawLine[]): void {
  const [first] = gone
  const firstInner = raw.items.findIndex((item) => !isLine(item))
  const end = firstInner < 0 ? raw.items.length : firstInner
  const at = first ? raw.items.indexOf(first) : end
  raw.items.splice(at, 0, ...lines)
  const leaving = new Set<RawLine | RawComponent>(gone)
  raw.items = raw.items.filter((item) => !leaving.has(item))
}

interface ListEdit {
  names: readonly string[]
  was: readonly RawLine[]
  is: readonly RawLine[]
  eol: string
}

function editListed(raw: RawComponent, { names, was, is, eol }: ListEdit): void {
  const [before, after] = [byValue(was), byValue(is)]
  const storedLines = raw.items.filter(
    (item): item is RawLine => isLine(item) && names.includes(item.property),
  )
  for (const line of storedLines) {
    const key = getKey(line)
    const [old, now] = [before.get(key), after.get(key)]
    if (!old || old.text === now?.text) continue
    replaceLines(raw, [line], now ? [mergeLines(line, old, now, eol)] : [])
  }
  const keys = new Set(storedLines.map(getKey))
  const added = is.filter((line) => !keys.has(getKey(line))).map((line) => endLine(line, eol))
  if (added.length > 0) replaceLines(raw, [], added)
}

const getKey = ({ text }: RawLine): string => (splitLine(text)?.value ?? text).trim().toLowerCase()
const byValue = (lines: readonly RawLine[]): Map<string, RawLine> =>
  new Map(lines.map((line) => [getKey(line), line]))

/** Parameters that say something about the value they stand with. */
const ofValue: ReadonlySet<string> = new Set(['ALTREP', 'LANGUAGE', 'VALUE'])

/**
 * The new line with whatever the old text says beyond what is understood here: a parameter that neither writing differs
 * in stays as it is in the text, and so does a time zone's own name for itself.
 */
export function mergeLines(
  raw: RawLine | undefined,
  before: RawLine | undefined,
  after: RawLine,
  eol: string,
): RawLine {
  const [fileLine, was, is] = [
    raw && splitLine(raw.text),
    before && splitLine(before.text),
    splitLine(after.text),
  ]
  if (!fileLine || !was || !is || fileLine.name !== was.name) return endLine(after, eol)
  const names = new Set([...fileLine.parameters.keys(), ...is.parameters.keys()])
  const parameters = new Map<string, string>()
  for (const name of names) {
    const isSame = was.parameters.get(name) === is.parameters.get(name)
    const isMoot = ofValue.has(name) && was.value !== is.value
    const value = (isSame && !isMoot ? fileLine : is).parameters.get(name)
    if (value !== undefined) parameters.set(name, value)
  }
  // A time in UTC has no zone of its own to name.
  if (is.value.endsWith('Z')) parameters.delete('TZID')
  const value = was.value === is.value ? fileLine.value : is.value
  return endLine({ property: is.name, text: written({ name: is.name, parameters, value }) }, eol)
}

function written({ name, parameters, value }: LineParts): string {
  return fold(`${name}${[...parameters].map(([key, parameter]) => `;${key}=${parameter}`).join('')}:${value}`)
}

/** Lines of our own writing are folded with CRLF; the text may end its lines otherwise. */
export function endLine({ property, text }: RawLine, eol: string): RawLine {
  return { property, text: `${text.replace(/[\r\n]+$/, '').replace(/\r?\n/g, eol)}${eol}` }
}

/** Sets a property to one value, wherever it stands. */
export function setLine(raw: RawComponent, property: string, text: string, eol: string): void {
  replaceLines(raw, getLines(raw, property), [{ property, text: `${text}${eol}` }])
}
