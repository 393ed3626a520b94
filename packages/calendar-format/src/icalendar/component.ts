import ICAL from 'ical.js'

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

/** More is no calendar but an attack; the largest feeds of holidays and leagues have some thousand events. */
const most = { bytes: 20 * 1024 * 1024, depth: 8, line: 1024 * 1024 }

/**
 * Reads the components of a calendar stream. Lines that break the grammar are passed over, a component that never ends
 * ends with its parent: one bad line in a feed must not hide a year of events. Undefined where there is no calendar.
 */
export function readComponents(text: string): Component[] | undefined {
  if (text.length > most.bytes) return undefined
  const root: Component = { name: '', properties: [], components: [] }
  const open: Component[] = [root]
  for (const line of unfolded(text)) {
    const [, edge, name = ''] = /^(BEGIN|END):\s*([A-Za-z0-9-]+)\s*$/i.exec(line) ?? []
    if (edge === undefined) addProperty(open.at(-1), line)
    else if (edge.toUpperCase() === 'BEGIN') begin(open, name.toLowerCase())
    else end(open, name.toLowerCase())
  }
  return root.components.some((component) => component.name === 'vcalendar') ? root.components : undefined
}

/** Long lines are broken before a blank or a tab (RFC 5545 §3.1); some writers end them with LF alone. */
function unfolded(text: string): string[] {
  return text
    .replace(/^\uFEFF/, '')
    .replace(/\r?\n[ \t]/g, '')
    .split(/\r\n|\n|\r/)
    .filter((line) => line !== '' && line.length <= most.line)
}

function begin(open: Component[], name: string): void {
  const component: Component = { name, properties: [], components: [] }
  // Deeper than anything is nested: kept out of the tree, but closed by its own end.
  if (open.length < most.depth) open.at(-1)?.components.push(component)
  open.push(component)
}

function end(open: Component[], name: string): void {
  const index = open.findLastIndex((component) => component.name === name)
  if (index > 0) open.length = index
}

function addProperty(component: Component | undefined, line: string): void {
  const read = readProperty(line)
  if (read) component?.properties.push(read)
}

function readProperty(line: string): Property | undefined {
  try {
    const [name, parameters, type, ...values] = jCal(line)
    return { name, parameters: new Map(Object.entries(parameters).map(firstOf)), type, values, line }
  } catch {
    // How the parser says that this is no line of iCalendar.
    return undefined
  }
}

/** The parser's types do not say what it returns: an array as in RFC 7265 §3.4. */
function jCal(line: string): [string, Record<string, string | string[]>, string, ...unknown[]] {
  return ICAL.parse.property(line) as never
}

function firstOf([name, value]: [string, string | string[]]): [string, string] {
  return [name, Array.isArray(value) ? (value[0] ?? '') : value]
}

/** The first property of the name. */
export function property(component: Component, name: string): Property | undefined {
  return component.properties.find((candidate) => candidate.name === name)
}

export function propertiesOf(component: Component, name: string): Property[] {
  return component.properties.filter((candidate) => candidate.name === name)
}

/** The value of the first property of the name where it is text that says something. */
export function textOf(component: Component, name: string): string | undefined {
  const value = property(component, name)?.values[0]
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}
