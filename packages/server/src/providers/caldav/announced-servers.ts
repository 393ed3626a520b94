/** A server that a domain announces for its calendars (RFC 6764 §3). */
export interface AnnouncedServer {
  host: string
  port: number
  /** Path on the server; undefined: the default path. */
  path: string | undefined
}

/** The DNS lookups, injected. They throw where there is no answer. */
export interface ServiceRecords {
  resolveSrv(name: string): Promise<Array<{ name: string; port: number; priority: number; weight: number }>>
  resolveTxt(name: string): Promise<string[][]>
}

/** More are never tried. */
const max = 3

/** The encrypted servers of a domain, best first; none where it announces none or nobody answers. */
export async function announcedServers(records: ServiceRecords, domain: string): Promise<AnnouncedServer[]> {
  const name = `_caldavs._tcp.${domain}`
  const srvRecords = await records.resolveSrv(name).catch(() => []) // no answer and no record are the same
  const servers = srvRecords
    .toSorted((a, b) => a.priority - b.priority || b.weight - a.weight)
    // A target of "." says that it is not offered (RFC 2782).
    .flatMap(({ name: target, port }) => {
      const host = target.replace(/\.$/, '').toLowerCase()
      return isHost(host) && port > 0 ? [{ host, port }] : []
    })
  if (servers.length === 0) return []
  const path = pathIn(await records.resolveTxt(name).catch(() => []))
  return servers.slice(0, max).map((server) => ({ ...server, path }))
}

const isHost = (text: string): boolean => /^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/.test(text)

/** RFC 6764 §4: one string is `path=/…`. */
function pathIn(texts: readonly string[][]): string | undefined {
  const [path] = texts.flatMap((parts) => /^path=(\/.*)$/.exec(parts.join(''))?.[1] ?? [])
  return path
}
