import { urlOf } from '../../kit/url-of.ts'
import { child, childrenOf, type Element, namespaces, parseXml } from './xml.ts'

/** The response for one resource (RFC 4918 §14.24). */
export interface DavResponse {
  /** Absolute. */
  url: string
  /** Status of the whole resource; undefined where only its properties have one. */
  status: number | undefined
  /** The properties it has, by their name. */
  properties: ReadonlyMap<string, Element>
}

export interface Multistatus {
  responses: DavResponse[]
  /** RFC 6578 §3.2. */
  syncToken: string | undefined
}

export const dav = (name: string): string => `${namespaces.dav} ${name}`
export const caldav = (name: string): string => `${namespaces.caldav} ${name}`
export const calendarServer = (name: string): string => `${namespaces.server} ${name}`
export const apple = (name: string): string => `${namespaces.apple} ${name}`

/** Undefined for what is no multistatus. Hrefs are resolved against `base`; those that are no address are passed over. */
export function readMultistatus(text: string, base: string): Multistatus | undefined {
  const root = parseXml(text)
  if (root?.name !== dav('multistatus')) return undefined
  return {
    responses: childrenOf(root, dav('response')).flatMap((response) => responseOf(response, base) ?? []),
    syncToken: child(root, dav('sync-token'))?.text.trim() || undefined,
  }
}

function responseOf(element: Element, base: string): DavResponse | undefined {
  const href = child(element, dav('href'))?.text.trim() ?? ''
  const url = href === '' ? undefined : urlOf(href, base)
  if (!url) return undefined
  const succeeded = childrenOf(element, dav('propstat')).filter(
    (propstat) => (statusOf(child(propstat, dav('status'))) ?? 200) < 300,
  )
  const properties = succeeded.flatMap((propstat) => child(propstat, dav('prop'))?.children ?? [])
  return {
    url: url.href,
    status: statusOf(child(element, dav('status'))),
    properties: new Map(properties.map((property) => [property.name, property])),
  }
}

/** `HTTP/1.1 404 Not Found`. */
function statusOf(element: Element | undefined): number | undefined {
  const [, digits] = /^HTTP\/\S+\s+(\d{3})/.exec(element?.text.trim() ?? '') ?? []
  return digits === undefined ? undefined : Number(digits)
}

export function textOf(response: DavResponse | undefined, name: string): string | undefined {
  return response?.properties.get(name)?.text.trim() || undefined
}

/** The address in a property that holds one (`current-user-principal`, `calendar-home-set`). */
export function hrefOf(response: DavResponse, name: string): string | undefined {
  const href = child(response.properties.get(name), dav('href'))?.text.trim() ?? ''
  return href === '' ? undefined : urlOf(href, response.url)?.href
}

export function hasType(response: DavResponse, type: string): boolean {
  return child(response.properties.get(dav('resourcetype')), type) !== undefined
}
