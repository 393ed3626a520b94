import { Problem } from '../../../http/guard/index.ts'

/** Options of a client's event source (RFC 8620 §7.3). */
export interface PushQuery {
  /** Null is every type. */
  types: ReadonlySet<string> | null
  closesAfterState: boolean
  /** Seconds between pings; 0 is none. */
  ping: number
}

/** Some networks drop a connection that is silent for longer. */
const maxPing = 300
const maxTypes = 100

/** The query of the event source; what is left out counts as `types=*`, `closeafter=no`, `ping=0`. */
export function readPushQuery(query: unknown, minPingSeconds: number): PushQuery {
  const { types = '*', closeafter = 'no', ping = '0' } = query as Record<string, unknown> // judged here
  if (typeof types !== 'string' || !isTypes(types)) throw wrong('types')
  if (closeafter !== 'no' && closeafter !== 'state') throw wrong('closeafter')
  if (typeof ping !== 'string' || !/^\d{1,9}$/.test(ping)) throw wrong('ping')
  return {
    types: types === '*' ? null : new Set(types.split(',')),
    closesAfterState: closeafter === 'state',
    ping: Number(ping) === 0 ? 0 : Math.min(maxPing, Math.max(minPingSeconds, Number(ping))),
  }
}

/** Types this server does not have are allowed: nothing is ever told of them. */
function isTypes(text: string): boolean {
  return (
    text === '*' || (/^[A-Za-z]{1,64}(,[A-Za-z]{1,64})*$/.test(text) && text.split(',').length <= maxTypes)
  )
}

const wrong = (parameter: 'types' | 'closeafter' | 'ping') =>
  new Problem('bad-request', { detail: { problem: `jmap/push-${parameter}` } })
