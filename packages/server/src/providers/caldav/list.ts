import type { RemoteCalendar } from '../contract/index.ts'
import type { Dav } from './dav-client.ts'
import { apple, caldav, dav, type DavResponse, hasType, getText } from './multistatus.ts'
import { speakerAt } from './principal.ts'
import { getChildren } from './xml.ts'

const question = `<?xml version="1.0" encoding="utf-8"?>
<propfind xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:A="http://apple.com/ns/ical/">
  <prop>
    <resourcetype/><displayname/><current-user-privilege-set/><A:calendar-color/>
    <C:calendar-description/><C:calendar-timezone/><C:supported-calendar-component-set/>
  </prop>
</propfind>`

const doing = 'listing the calendars'

/** The calendars of a collection, or the one that it is itself. */
export async function listCalendars(connection: Dav, home: string): Promise<RemoteCalendar[]> {
  const { responses } = await connection.multistatus({
    method: 'PROPFIND',
    url: home,
    depth: '1',
    body: question,
    doing,
  })
  const addresses = await addressesToldFor(connection, home)
  return responses
    .filter((response) => hasType(response, caldav('calendar')) && holdsEvents(response))
    .map((response) => ({ ...toCalendar(response), ...(addresses && { tellsFor: addresses }) }))
}

/**
 * Addresses for which the server delivers what a stored event says to others (RFC 6638 §2); undefined where it does not. It
 * says so to OPTIONS only, which is asked of no server that has no outbox.
 */
async function addressesToldFor({ request }: Dav, home: string): Promise<string[] | undefined> {
  const speaker = await speakerAt(request, home, doing)
  if (!speaker) return undefined
  const { headers } = await request({ method: 'OPTIONS', url: home, doing })
  const features = (headers['dav'] ?? '').split(',').map((feature) => feature.trim())
  if (!features.includes('calendar-auto-schedule')) return undefined
  return speaker.addresses.map((address) => address.toLowerCase()).toSorted()
}

/** RFC 4791 §5.2.3: what says nothing takes everything. */
function holdsEvents({ properties }: DavResponse): boolean {
  const set = properties.get(caldav('supported-calendar-component-set'))
  const components = getChildren(set, caldav('comp')).map(({ attributes }) =>
    attributes['name']?.toUpperCase(),
  )
  return components.length === 0 || components.includes('VEVENT')
}

function toCalendar(response: DavResponse): RemoteCalendar {
  const lastPart = decoded(new URL(response.url).pathname.replace(/\/$/, '').split('/').at(-1) ?? '')
  return {
    id: response.url,
    name: getText(response, dav('displayname')) ?? lastPart,
    description: getText(response, caldav('calendar-description')) ?? null,
    color: parseColor(getText(response, apple('calendar-color'))),
    timeZone: parseZone(getText(response, caldav('calendar-timezone'))),
    mayWrite: mayWrite(response),
    isDefault: false,
    mayWatch: false,
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Apple writes `#rrggbbaa`. */
function parseColor(text: string | undefined): string | null {
  const [, color] = /^(#[0-9a-f]{6})(?:[0-9a-f]{2})?$/i.exec(text ?? '') ?? []
  return color?.toLowerCase() ?? null
}

function parseZone(text: string | undefined): string | null {
  const [, name] = /^TZID(?:;[^:\r\n]*)?:\s*(\S+)\s*$/im.exec(text ?? '') ?? []
  if (name === undefined) return null
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    // A zone of the server's own; its events bring their own zones.
    return null
  }
}

const writing: ReadonlySet<string> = new Set([dav('all'), dav('write'), dav('write-content')])

/** RFC 3744 §5.4; a server without access control lets its user write. */
function mayWrite({ properties }: DavResponse): boolean {
  const set = properties.get(dav('current-user-privilege-set'))
  if (!set) return true
  return getChildren(set, dav('privilege')).some(({ children }) =>
    children.some(({ name }) => writing.has(name)),
  )
}
