import ICAL from 'ical.js'
import { createOpenComponents, type OpenComponents } from './open-components.ts'

/** A component of iCalendar (RFC 5545 §3.6), with what could be read of it. */
export interface Component {
  /** In lower case: `vevent`. */
  name: string
  properties: Property[]
  components: Component[]
}

/** A property, its value unescaped and written as jCal writes it (RFC 7265 §3.6): dates with dashes, times with colons. */
export interface Property {
  /** In lower case: `dtstart`. */
  name: string
  /** By name in lower case; the first where several were given. */
  parameters: ReadonlyMap<string, string>
  /** `date`, `date-time`, `duration`, `text`, `recur`, `period`, `cal-address`, `unknown` … */
  type: string
  values: readonly unknown[]
  /** The line as it came, unfolded. */
  line: string
}

/**
 * Limits, lengths in characters. Anything larger is an attack: the largest feeds of holidays and leagues have some
 * thousand events.
 */
const max = { text: 20 * 1024 * 1024, depth: 8, line: 1024 * 1024 }

/**
 * Reads the components of a calendar stream. Lines that break the grammar are passed over, a component that never ends
 * ends with its parent: one bad line in a feed must not hide a year of events. Undefined where there is no calendar.
 */
export function readComponents(text: string): Component[] | undefined {
  if (text.length > max.text) return undefined
  const root: Component = { name: '', properties: [], components: [] }
  const open = createOpenComponents(root)
  for (const line of unfolded(text)) {
    const [, edge, name = ''] = /^(BEGIN|END):\s*([A-Za-z0-9-]+)\s*$/i.exec(line) ?? []
    if (edge === undefined) addProperty(open.innermost, line)
    else if (edge.toUpperCase() === 'BEGIN') begin(open, name.toLowerCase())
    else open.end(name.toLowerCase())
  }
  return root.components.some((component) => component.name === 'vcalendar') ? root.components : undefined
}

/** Long lines are broken before a blank or a tab (RFC 5545 §3.1); some writers end them with LF alone. */
function unfolded(text: string): string[] {
  return text
    .replace(/^\uFEFF/, '')
    .replace(/\r?\n[ \t]/g, '')
    .split(/\r\n|\n|\r/)
    .filter((line) => line !== '' && line.length <= max.line)
}

function begin(open: OpenComponents<Component>, name: string): void {
  const component: Component = { name, properties: [], components: [] }
  // A component deeper than calendars nest stays out of the tree, and is closed by its own END.
  if (open.depth < max.depth) open.innermost.components.push(component)
  open.begin(component)
}

function addProperty(component: Component, line: string): void {
  const read = readProperty(line)
  if (read) component.properties.push(read)
}

function readProperty(line: string): Property | undefined {
  try {
    const [name, parameters, type, ...values] = jCal(line)
    return { name, parameters: new Map(Object.entries(parameters).map(getFirst)), type, values, line }
  } catch {
    // How the parser says that this is no line of iCalendar.
    return undefined
  }
}

/** The parser's types do not say what it returns: an array as in RFC 7265 §3.4. */
function jCal(line: string): [string, Record<string, string | string[]>, string, ...unknown[]] {
  return ICAL.parse.property(line) as never
}

function getFirst([name, value]: [string, string | string[]]): [string, string] {
  return [name, Array.isArray(value) ? (value[0] ?? '') : value]
}

/** The first property of the name. */
export function property(component: Component, name: string): Property | undefined {
  return component.properties.find((candidate) => candidate.name === name)
}

export function getProperties(component: Component, name: string): Property[] {
  return component.properties.filter((candidate) => candidate.name === name)
}

/** The value of the first property of the name where it is text that says something. */
export function getText(component: Component, name: string): string | undefined {
  const value = property(component, name)?.values[0]
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}
