import type { ConnectionFault } from '../../kit/connection-fault.ts'
import type { BusyTime, JsonObject } from './calendar-session.ts'
import { ProviderError } from './folder-session.ts'

/** A request to a server that a user named. */
export interface ServerRequest {
  method: string
  url: string
  headers: Readonly<Record<string, string>>
  body?: string
}

export interface ServerAnswer {
  ok: true
  status: number
  /** By name in lower case. */
  headers: Readonly<Record<string, string | undefined>>
  body: Buffer
}

export interface ServerUnreached {
  ok: false
  why:
    | 'refused-url'
    | 'refused-address'
    | 'too-many-redirects'
    | 'too-large'
    | 'timed-out'
    | 'unreachable'
    | 'switched-off'
  fault?: ConnectionFault
}

/**
 * The guarded way to servers that users name, handed in: every address is checked and bounded, a redirect is an answer
 * like any other. Never throws for the other side's behaviour.
 */
export type AskServer = (request: ServerRequest) => Promise<ServerAnswer | ServerUnreached>

/** The parser and writer of calendar files, injected: this room only transports them. */
export interface CalendarFormat {
  /** JSCalendar 2.0, a series with its overrides; undefined where the text is no calendar. */
  read(text: string): { name: string | undefined; events: JsonObject[] } | undefined
  write(event: JsonObject): string
  /** The text with what differs between the events changed in it; everything else stays to the byte. */
  edit(raw: string, before: JsonObject, after: JsonObject): string
  /** When somebody is busy, by a VFREEBUSY; undefined where the text has none. */
  busy(text: string): BusyTime[] | undefined
}

/** Why there was no answer, as an error of this contract. */
export function unreached({ why, fault }: ServerUnreached, host: string, doing: string): ProviderError {
  if (why === 'switched-off')
    return new ProviderError('switched-off', `Nothing is asked of ${host} while ${doing}`)
  const isTls = fault === 'certificate' || fault === 'tls' || fault === 'port-is-plain'
  if (isTls) return new ProviderError('tls', `No trusted connection to ${host} while ${doing}`)
  if (why === 'too-large') return new ProviderError('malformed', `${host} sent too much while ${doing}`)
  const isGuarded = why === 'refused-url' || why === 'refused-address' || why === 'too-many-redirects'
  return isGuarded
    ? new ProviderError('refused', `${host} may not be reached: ${why} while ${doing}`, { detail: why })
    : new ProviderError('unreachable', `No answer of ${host} (${fault ?? why}) while ${doing}`)
}

/**
 * When a server that is busy wants to be asked again: seconds or a date (RFC 9110 §10.2.3), a minute where it does not
 * say, never later than in a day.
 */
export function retryAt(header: string | undefined, now: Date): Date {
  const seconds = /^\d+$/.test(header?.trim() ?? '') ? Number(header) : undefined
  const stated = seconds === undefined ? Date.parse(header ?? '') : now.getTime() + seconds * 1_000
  const at = Number.isNaN(stated) ? now.getTime() + 60_000 : stated
  return new Date(Math.min(Math.max(at, now.getTime()), now.getTime() + 86_400_000))
}
