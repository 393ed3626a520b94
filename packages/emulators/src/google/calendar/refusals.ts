import type { Fault } from '../../faults/faults.ts'
import { badToken, Refusal } from '../gmail/refusal.ts'

type Where = { kind: 'header' | 'parameter'; name: string }

const refused = (status: number, reason: string, message: string, location?: Where): Refusal =>
  new Refusal({ status, reason, message, ...(location && { location }) })

/** Calendar answers in the old envelope, without a canonical status [F]. */
export const notFound = (): Refusal => refused(404, 'notFound', 'Not Found')
export const invalid = (message: string, name?: string): Refusal =>
  refused(400, 'invalid', message, name === undefined ? undefined : { kind: 'parameter', name })
export const required = (message: string): Refusal => refused(400, 'required', message)
export const duplicate = (): Refusal => refused(409, 'duplicate', 'The requested identifier already exists.')
export const emptyRange = (): Refusal =>
  refused(400, 'timeRangeEmpty', 'The specified time range is empty.', { kind: 'parameter', name: 'timeMax' })
/** On a list, and to be answered by reading everything anew [D]. */
export const fullSyncRequired = (): Refusal =>
  refused(410, 'fullSyncRequired', 'Sync token is no longer valid, a full sync is required.', {
    kind: 'parameter',
    name: 'syncToken',
  })
export const updatedMinTooLongAgo = (): Refusal =>
  refused(410, 'updatedMinTooLongAgo', 'The requested minimum modification time lies too far in the past.', {
    kind: 'parameter',
    name: 'updatedMin',
  })
/** The same status for another thing: what is deleted twice [D]. */
export const deleted = (): Refusal => refused(410, 'deleted', 'Resource has been deleted')
export const conditionNotMet = (): Refusal =>
  refused(412, 'conditionNotMet', 'Precondition Failed', { kind: 'header', name: 'If-Match' })
export const forbidden = (reason: string, message: string): Refusal =>
  new Refusal({ status: 403, reason, message, domain: 'calendar' })
/** Seen with 400, where the documentation has 403 [F]. */
export const neitherOrganizerNorAttendee = (): Refusal =>
  new Refusal({
    status: 400,
    reason: 'participantIsNeitherOrganizerNorAttendee',
    domain: 'calendar',
    message:
      'The owner of the calendar must either be the organizer or an attendee of an event that is imported.',
  })
export const requiredAccess = (): Refusal =>
  forbidden('requiredAccessLevel', 'You need to have writer access to this calendar.')
export const notOrganizer = (): Refusal =>
  forbidden(
    'forbiddenForNonOrganizer',
    'Shared properties can only be changed by the organizer of the event.',
  )

export const rateLimited = (): Refusal =>
  new Refusal({
    status: 403,
    reason: 'rateLimitExceeded',
    message: 'Rate Limit Exceeded',
    domain: 'usageLimits',
  })
/** The other shape of it [D]. */
export const rateLimited429 = (): Refusal =>
  new Refusal({
    status: 429,
    reason: 'rateLimitExceeded',
    domain: 'usageLimits',
    message: "Quota exceeded for quota metric 'Queries' and limit 'Queries per minute per user'.",
    canonical: 'RESOURCE_EXHAUSTED',
  })
/** Too many invitations or new events in a while: not over in a minute [D]. */
const useLimitExceeded = (): Refusal =>
  new Refusal({
    status: 403,
    reason: 'quotaExceeded',
    domain: 'usageLimits',
    message: 'Calendar usage limits exceeded.',
  })

/** Permanent: holidays, birthdays [F]. */
export const pushNotSupported = (): Refusal =>
  new Refusal({
    status: 400,
    reason: 'pushNotSupportedForRequestedResource',
    domain: 'calendar',
    message: 'Push notifications are not supported by this resource.',
  })
export const channelIdNotUnique = (id: string): Refusal =>
  refused(400, 'channelIdNotUnique', `Channel id ${id} not unique`, { kind: 'parameter', name: 'id' })
export const webhookNotHttps = (address: string): Refusal =>
  refused(400, 'push.webhookUrlNotHttps', `WebHook callback must be HTTPS: ${address}`)
/** Seen with 400, 401 and 403 [F]. */
export const webhookUnauthorized = (status: number, address: string): Refusal =>
  refused(status, 'push.webhookUrlUnauthorized', `Unauthorized WebHook callback channel: ${address}`)

const named: Record<string, () => Refusal> = {
  throttled: rateLimited,
  'throttled-429': rateLimited429,
  'use-limit': useLimitExceeded,
  'api-disabled': () =>
    new Refusal({
      status: 403,
      reason: 'accessNotConfigured',
      domain: 'usageLimits',
      detail: 'SERVICE_DISABLED',
      message: 'Google Calendar API has not been used in project 1 before or it is disabled.',
      canonical: 'PERMISSION_DENIED',
    }),
  'backend-error': () => refused(500, 'backendError', 'Backend Error'),
  unavailable: () => refused(503, 'backendError', 'The service is currently unavailable.'),
  'bad-token': badToken,
  'bad-request': () => invalid('Bad Request'),
  'not-found': notFound,
}

/** The names of the refusals that can be armed. */
const calendarRefusals: readonly string[] = Object.keys(named)

/** A refusal as Google Calendar would write it, to be armed for any of its operations. */
export function calendarRefusal(name: string): Fault {
  const make = named[name]
  if (!make) throw new Error(`There is no refusal ${name}; there are ${calendarRefusals.join(', ')}`)
  const { status, body } = make().answer
  return { kind: 'status', status, body }
}
