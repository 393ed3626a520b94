import { type CalendarFormat, ProviderError, type RemoteChange } from '../contract/index.ts'
import type { Dav } from './dav-client.ts'
import { caldav, dav, type DavResponse, getText } from './multistatus.ts'
import { escapeXml } from './xml.ts'

/** So that one answer stays small, whatever is attached to an event. */
const batch = 50

/**
 * Fetches the objects at these addresses in batches; those deleted since are reported as gone. Throws a ProviderError
 * `busy` when the server could not read one of them: the cursor must not move past an event that was not had.
 */
export async function* fetchObjects(
  { multistatus }: Dav,
  format: CalendarFormat,
  calendar: string,
  urls: readonly string[],
): AsyncGenerator<RemoteChange[]> {
  for (let from = 0; from < urls.length; from += batch) {
    const { responses } = await multistatus({
      method: 'REPORT',
      url: calendar,
      depth: '1',
      doing: 'fetching events',
      body: multiget(urls.slice(from, from + batch)),
    })
    yield responses.flatMap((response) => toChanges(format, response))
  }
}

/** A child collection and a resource that is not a calendar object have no calendar-data (404), and are left alone. */
function toChanges(format: CalendarFormat, response: DavResponse): RemoteChange[] {
  if (response.status === 404) return [{ kind: 'gone', id: response.url }]
  const raw = response.properties.get(caldav('calendar-data'))?.text
  const version = getText(response, dav('getetag'))
  if (raw !== undefined && version !== undefined) return objectAs(format, response.url, version, raw)
  const failure = [response.status ?? 200, ...response.propertyFailures].find(isTemporary)
  if (failure !== undefined) throw new ProviderError('busy', `Answered ${failure} for one event`)
  return []
}

/** A lock, a limit or a fault of the server: the same question may be answered later. */
const isTemporary = (status: number): boolean => status === 423 || status === 429 || status >= 500

/** RFC 4791 §7.9. */
function multiget(urls: readonly string[]): string {
  const hrefs = urls.map((url) => `<D:href>${escapeXml(new URL(url).pathname)}</D:href>`).join('')
  return `<?xml version="1.0" encoding="utf-8"?>
<C:calendar-multiget xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">
  <D:prop><D:getetag/><C:calendar-data/></D:prop>${hrefs}
</C:calendar-multiget>`
}

/** An object holds one event (RFC 4791 §4.1); tasks and what cannot be read are none, and are left alone. */
export function objectAs(format: CalendarFormat, id: string, version: string, raw: string): RemoteChange[] {
  const [event] = format.read(raw)?.events ?? []
  return event ? [{ kind: 'event', id, version, event, raw }] : []
}
