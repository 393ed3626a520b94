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
const mostPing = 300
const mostTypes = 100

/** The query of the event source; what is left out counts as `types=*`, `closeafter=no`, `ping=0`. */
export function askedOf(query: unknown, leastPing: number): PushQuery {
  const { types = '*', closeafter = 'no', ping = '0' } = query as Record<string, unknown> // judged here
  if (typeof types !== 'string' || !isTypes(types))
    throw wrong('types must be * or names of types, separated by commas.')
  if (closeafter !== 'no' && closeafter !== 'state') throw wrong('closeafter must be state or no.')
  if (typeof ping !== 'string' || !/^\d{1,9}$/.test(ping)) throw wrong('ping must be a number of seconds.')
  return {
    types: types === '*' ? null : new Set(types.split(',')),
    closesAfterState: closeafter === 'state',
    ping: Number(ping) === 0 ? 0 : Math.min(mostPing, Math.max(leastPing, Number(ping))),
  }
}

/** Types this server does not have are allowed: nothing is ever told of them. */
function isTypes(text: string): boolean {
  return (
    text === '*' || (/^[A-Za-z]{1,64}(,[A-Za-z]{1,64})*$/.test(text) && text.split(',').length <= mostTypes)
  )
}

const wrong = (detail: string) => new Problem('bad-request', { detail })
