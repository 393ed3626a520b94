import type { RemoteCalendar } from '../contract/index.ts'
import type { Dav } from './dav.ts'
import { apple, caldav, dav, type DavResponse, hasType, textOf } from './multistatus.ts'
import { childrenOf } from './xml.ts'

const question = `<?xml version="1.0" encoding="utf-8"?>
<propfind xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:A="http://apple.com/ns/ical/">
  <prop>
    <resourcetype/><displayname/><current-user-privilege-set/><A:calendar-color/>
    <C:calendar-description/><C:calendar-timezone/><C:supported-calendar-component-set/>
  </prop>
</propfind>`

/** The calendars of a collection, or the one that it is itself. */
export async function listCalendars({ multistatus }: Dav, home: string): Promise<RemoteCalendar[]> {
  const { responses } = await multistatus({
    method: 'PROPFIND',
    url: home,
    depth: '1',
    body: question,
    doing: 'listing the calendars',
  })
  return responses
    .filter((response) => hasType(response, caldav('calendar')) && holdsEvents(response))
    .map(calendarOf)
}

/** RFC 4791 §5.2.3: what says nothing takes everything. */
function holdsEvents({ properties }: DavResponse): boolean {
  const set = properties.get(caldav('supported-calendar-component-set'))
  const components = childrenOf(set, caldav('comp')).map(({ attributes }) =>
    attributes['name']?.toUpperCase(),
  )
  return components.length === 0 || components.includes('VEVENT')
}

function calendarOf(response: DavResponse): RemoteCalendar {
  const lastPart = decoded(new URL(response.url).pathname.replace(/\/$/, '').split('/').at(-1) ?? '')
  return {
    id: response.url,
    name: textOf(response, dav('displayname')) ?? lastPart,
    description: textOf(response, caldav('calendar-description')) ?? null,
    color: colorOf(textOf(response, apple('calendar-color'))),
    timeZone: zoneOf(textOf(response, caldav('calendar-timezone'))),
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
function colorOf(text: string | undefined): string | null {
  const [, color] = /^(#[0-9a-f]{6})(?:[0-9a-f]{2})?$/i.exec(text ?? '') ?? []
  return color?.toLowerCase() ?? null
}

function zoneOf(text: string | undefined): string | null {
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
  return childrenOf(set, dav('privilege')).some(({ children }) =>
    children.some(({ name }) => writing.has(name)),
  )
}
