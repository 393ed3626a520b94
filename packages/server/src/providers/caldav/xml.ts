import { SaxesParser } from 'saxes'

/** An element of a WebDAV answer. Names are `namespace name`: `DAV: href`. */
export interface Element {
  name: string
  attributes: Readonly<Record<string, string>>
  children: Element[]
  /** Text of the element itself, without that of its children. */
  text: string
}

export const namespaces = {
  dav: 'DAV:',
  caldav: 'urn:ietf:params:xml:ns:caldav',
  server: 'http://calendarserver.org/ns/',
  apple: 'http://apple.com/ns/ical/',
} as const

const deepest = 40

/** Undefined for what is not well-formed; the parser knows no entities but the five of XML, so nothing can grow. */
export function parseXml(text: string): Element | undefined {
  const parser = new SaxesParser({ xmlns: true })
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const open: Element[] = [root]
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ uri, local, attributes }) => {
    if (open.length > deepest) throw new Error('Nested too deep')
    const named = Object.values(attributes).map((attribute) => [attribute.local, attribute.value])
    const element = {
      name: `${uri} ${local}`,
      attributes: Object.fromEntries(named) as Record<string, string>,
      children: [],
      text: '',
    }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('closetag', () => void open.pop())
  const fail = (detail: string) => {
    const element = open.at(-1)
    if (element) element.text += detail
  }
  parser.on('text', fail)
  parser.on('cdata', fail)
  try {
    parser.write(text.replace(/^\uFEFF/, '')).close()
  } catch {
    // How the parser says that this is no XML.
    return undefined
  }
  return root.children[0]
}

export function child(element: Element | undefined, ...path: readonly string[]): Element | undefined {
  let descendant = element
  for (const name of path) descendant = descendant?.children.find((candidate) => candidate.name === name)
  return descendant
}

export function getChildren(element: Element | undefined, name: string): Element[] {
  return element?.children.filter((candidate) => candidate.name === name) ?? []
}

/** Text inside XML. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
