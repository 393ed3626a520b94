import type { Dav } from './dav-client.ts'
import { caldav, dav, type DavResponse, parseHref, readMultistatus } from './multistatus.ts'
import { getChildren } from './xml.ts'

const question = `<?xml version="1.0" encoding="utf-8"?>
<propfind xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">
  <prop><current-user-principal/><C:schedule-outbox-URL/><C:calendar-user-address-set/></prop>
</propfind>`

/** Addresses that can be written into a line of a calendar unescaped. */
export const plainAddress = /^[^\s@<>",;:\\()[\]]{1,64}@[^\s@<>",;:\\()[\]]{1,255}$/

/** The user of a server that speaks for its users (RFC 6638 §2). */
interface Speaker {
  /** URL to which busy requests are posted. */
  outbox: string
  /** E-mail addresses under which the server knows the user, as it writes them; at least one. */
  addresses: string[]
}

/**
 * Who is signed in, at the collection of their calendars. Undefined where the server speaks for nobody. No address on
 * another host is followed: the password goes with it.
 */
export async function speakerAt(
  request: Dav['request'],
  home: string,
  doing: string,
): Promise<Speaker | undefined> {
  const resource = await describe(request, home, doing)
  const principal = resource && parseHref(resource, dav('current-user-principal'))
  const isHere = (url: string | undefined): url is string =>
    url !== undefined && new URL(url).host === new URL(home).host
  const me = isHere(principal) ? await describe(request, principal, doing) : resource
  const outbox = me && parseHref(me, caldav('schedule-outbox-URL'))
  const addresses = getChildren(me?.properties.get(caldav('calendar-user-address-set')), dav('href'))
    .map(({ text }) => text.trim())
    .filter((candidate) => /^mailto:/i.test(candidate))
    .map((candidate) => candidate.slice('mailto:'.length))
    .filter((address) => plainAddress.test(address))
  return isHere(outbox) && addresses.length > 0 ? { outbox, addresses } : undefined
}

async function describe(
  request: Dav['request'],
  url: string,
  doing: string,
): Promise<DavResponse | undefined> {
  const answer = await request({ method: 'PROPFIND', url, depth: '0', body: question, doing })
  return answer.status === 207 ? readMultistatus(answer.text, answer.url)?.responses[0] : undefined
}
