import { parseUrl } from '../../kit/parse-url.ts'
import { child, getChildren, type Element, namespaces, parseXml } from './xml.ts'

/** The response for one resource (RFC 4918 §14.24). */
export interface DavResponse {
  /** Absolute. */
  url: string
  /** Status of the whole resource; undefined where only its properties have one. */
  status: number | undefined
  /** The properties it has, by their name. */
  properties: ReadonlyMap<string, Element>
  /** The statuses of properties that could not be had (`propstat`, RFC 4918 §9.1). */
  propertyFailures: readonly number[]
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
    responses: getChildren(root, dav('response')).flatMap((response) => readResponse(response, base) ?? []),
    syncToken: child(root, dav('sync-token'))?.text.trim() || undefined,
  }
}

function readResponse(element: Element, base: string): DavResponse | undefined {
  const href = child(element, dav('href'))?.text.trim() ?? ''
  const url = href === '' ? undefined : parseUrl(href, base)
  if (!url) return undefined
  const propstats = getChildren(element, dav('propstat')).map((propstat) => ({
    status: parseStatus(child(propstat, dav('status'))) ?? 200,
    properties: child(propstat, dav('prop'))?.children ?? [],
  }))
  const properties = propstats.flatMap((propstat) => (propstat.status < 300 ? propstat.properties : []))
  return {
    url: url.href,
    status: parseStatus(child(element, dav('status'))),
    properties: new Map(properties.map((property) => [property.name, property])),
    propertyFailures: propstats.flatMap(({ status }) => (status < 300 ? [] : [status])),
  }
}

/** `HTTP/1.1 404 Not Found`. */
function parseStatus(element: Element | undefined): number | undefined {
  const [, digits] = /^HTTP\/\S+\s+(\d{3})/.exec(element?.text.trim() ?? '') ?? []
  return digits === undefined ? undefined : Number(digits)
}

export function getText(response: DavResponse | undefined, name: string): string | undefined {
  return response?.properties.get(name)?.text.trim() || undefined
}

/** The address in a property that holds one (`current-user-principal`, `calendar-home-set`). */
export function parseHref(response: DavResponse, name: string): string | undefined {
  const href = child(response.properties.get(name), dav('href'))?.text.trim() ?? ''
  return href === '' ? undefined : parseUrl(href, response.url)?.href
}

export function hasType(response: DavResponse, type: string): boolean {
  return child(response.properties.get(dav('resourcetype')), type) !== undefined
}
