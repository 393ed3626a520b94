import type { ProviderErrorKind } from '../../providers/contract/index.ts'
import type { FieldProblem } from '../field-problem.ts'
import type { CalendarSourceCondition, CalendarSourceKind } from './door.ts'

/** Returns the meaning of a condition for the owner of the calendars; null when there is nothing to say. */
export function sourceSentence(
  condition: CalendarSourceCondition,
  kind: CalendarSourceKind,
  host: string,
): string | null {
  switch (condition) {
    case 'new':
    case 'ok':
      return null
    case 'wrong-credentials':
      return kind === 'feed'
        ? `${host} asks for a password, which a subscription has none of. Subscribe to an address that needs none.`
        : `${host} refused the password. Enter the current one, or an app password if the server asks for one.`
    case 'missing-scope':
      return `plMail may not see your calendars at ${host}. Sign in again and leave the box for calendars ticked.`
    case 'expired-grant':
      return `The permission to read this account has ended. Sign in to ${host} again.`
    case 'denied':
      return kind === 'provA' || kind === 'provB'
        ? `plMail does not have the access it needs. Sign in to ${host} again and grant everything asked for.`
        : `${host} lets nobody in with this address and user name. Check them, or ask whoever runs it.`
    case 'blocked':
      return `The organisation of this account does not let plMail in. Its administrator at ${host} can allow it.`
    case 'wrong-client':
      return `${host} does not accept this server any more. Only its administrator can mend that.`
    case 'tls':
      return `No trusted encrypted connection to ${host} comes about, so nothing is sent there. Ask whoever runs it.`
    case 'unreachable':
      return `${host} cannot be reached. It is tried again by itself; what is already here stays readable.`
    case 'throttled':
      return `${host} asks to come back later. It is tried again by itself.`
    case 'busy':
      return `${host} is busy. It is tried again by itself.`
    case 'gone':
      return `There are no calendars at this address of ${host} any more. Check the address.`
    case 'malformed':
      return `${host} gave an answer that cannot be understood. It is tried again by itself.`
    case 'refused':
      return `${host} refused a request. It is tried again by itself.`
  }
}

/** The sentence for a subscription whose address was sealed with another key. */
export const unreadableAddress =
  'The address of this calendar can no longer be read. Remove the subscription and subscribe again.'

/** Why a source could not be connected: which field of the form to look at, and what to do. */
export function sourceProblem(
  kind: 'caldav' | 'feed',
  fault: { kind: ProviderErrorKind; message: string; detail: string | undefined },
  host: string,
): FieldProblem {
  const at = (detail: string): FieldProblem => ({ pointer: '/address', detail })
  switch (fault.kind) {
    case 'wrong-credentials':
      return kind === 'feed'
        ? at(fault.message)
        : {
            pointer: '/password',
            detail: `${host} refused this user name or password. Some servers want an app password made in their settings instead of the usual one.`,
          }
    case 'tls':
      return at(
        `No trusted encrypted connection to ${host} comes about. Check the address, or ask whoever runs it.`,
      )
    case 'refused':
      return at(refusals[fault.detail ?? ''] ?? fault.detail ?? `${host} refused the request.`)
    case 'throttled':
    case 'busy':
      return at(`${host} is not answering right now. Try again in a few minutes.`)
    case 'unreachable':
      return at(`${host} does not answer. Check the spelling, and whether the address begins with https://.`)
    default:
      return kind === 'feed'
        ? at(fault.message)
        : at(
            `${host} offers no calendars at this address. Enter the address that its help pages name for CalDAV.`,
          )
  }
}

const refusals: Readonly<Record<string, string>> = {
  'refused-url': 'Enter an address that begins with https:// and has no password in it.',
  'refused-address':
    'This address leads to a private network. The administrator can allow it with INTEGRATIONS_ALLOWED_HOSTS.',
  'too-many-redirects': 'The address sends on and on, and never to a calendar.',
}
