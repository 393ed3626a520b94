import { ProviderError } from '../contract/index.ts'
import { parseUrl } from '../../kit/parse-url.ts'
import type { Dav } from './dav-client.ts'
import { caldav, dav, type DavResponse, hasType, parseHref, readMultistatus } from './multistatus.ts'
import { type AnnouncedServer, announcedServers, type ServiceRecords } from './announced-servers.ts'

const doing = 'looking for calendars'

const question = `<?xml version="1.0" encoding="utf-8"?>
<propfind xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">
  <prop><resourcetype/><current-user-principal/><C:calendar-home-set/></prop>
</propfind>`

export interface DavDiscoverNeeds {
  request: Dav['request']
  records: ServiceRecords
  /** Whether two hosts belong to one owner. */
  isSameSite(host: string, otherHost: string): boolean
}

/**
 * Finds the calendars of a user: at the address itself if it has a path, else where RFC 6764 §6 says to ask, else at
 * the root, else, for a domain alone, at the servers that it announces. `address` is a URL, or a domain alone. Returns
 * the URL of the collection that holds them, or of one calendar. Throws `malformed` where no address leads to any.
 */
export async function discover(needs: DavDiscoverNeeds, address: string): Promise<string> {
  const typed = new URL(/^[a-z]+:\/\//i.test(address) ? address : `https://${address}`)
  const isDomain = typed.pathname === '/' && typed.port === '' && typed.protocol === 'https:'
  const trouble = new Trouble()
  const own = [
    ...(typed.pathname === '/' ? [] : [typed.href]),
    new URL('/.well-known/caldav', typed).href,
    new URL('/', typed).href,
  ]
  const home = await firstHome(needs, own, isDomain ? trouble : undefined)
  if (home !== undefined) return home
  for (const server of isDomain ? await announcedServers(needs.records, typed.hostname) : []) {
    refuseOther(needs, typed.hostname, server)
    const homeElsewhere = await firstHome(needs, placesAt(server), trouble)
    if (homeElsewhere !== undefined) return homeElsewhere
  }
  throw trouble.first ?? new ProviderError('malformed', `${typed.host} offers no calendars`)
}

/** A web server that is down says nothing of where the calendars are. */
class Trouble {
  first: ProviderError | undefined

  /** Throws what trying elsewhere does not help against: a refused password, a redirect to somebody else. */
  keep(error: unknown): void {
    const passes = ['unreachable', 'tls', 'busy', 'throttled']
    if (!(error instanceof ProviderError) || !passes.includes(error.kind)) throw error
    this.first ??= error
  }
}

async function firstHome(
  { request }: DavDiscoverNeeds,
  urls: readonly string[],
  trouble: Trouble | undefined,
): Promise<string | undefined> {
  for (const url of urls) {
    try {
      const home = await homeAt(request, url)
      if (home !== undefined) return home
    } catch (error) {
      if (!trouble) throw error
      trouble.keep(error)
    }
  }
  return undefined
}

function placesAt({ host, port, path }: AnnouncedServer): string[] {
  const root = `https://${host}:${port}`
  return [...(path === undefined ? [] : [path]), '/.well-known/caldav', '/'].flatMap(
    (place) => parseUrl(place, root)?.href ?? [],
  )
}

/** Whoever answers for names could have a password sent anywhere (RFC 6764 §8): its owner names another site in person. */
function refuseOther(
  { isSameSite }: DavDiscoverNeeds,
  domain: string,
  { host, port }: AnnouncedServer,
): void {
  if (host === domain || isSameSite(host, domain)) return
  const address = `https://${host}${port === 443 ? '' : `:${port}`}`
  throw new ProviderError('refused', `${domain} announces calendars at ${host}`, {
    detail: `The calendars of ${domain} are kept by ${host}. Enter ${address} as the address if you trust it with your password.`,
  })
}

async function homeAt(request: Dav['request'], url: string): Promise<string | undefined> {
  const resource = await describe(request, url)
  if (!resource) return undefined
  const home = parseHref(resource, caldav('calendar-home-set'))
  if (home !== undefined) return home
  if (hasType(resource, caldav('calendar'))) return resource.url
  const principal = parseHref(resource, dav('current-user-principal'))
  const principalResource = principal === undefined ? undefined : await describe(request, principal)
  return principalResource && parseHref(principalResource, caldav('calendar-home-set'))
}

/** Undefined where nothing speaks WebDAV. A refused password is thrown at once: asking elsewhere helps nobody. */
async function describe(request: Dav['request'], url: string): Promise<DavResponse | undefined> {
  const answer = await request({ method: 'PROPFIND', url, depth: '0', body: question, doing })
  if (answer.status !== 207) return undefined
  return readMultistatus(answer.text, answer.url)?.responses[0]
}
