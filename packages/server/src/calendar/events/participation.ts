import { type EventObject, isObject } from '@plmail/calendar-format'

/**
 * Whether its owner takes part. An invitation counts once it was accepted, be it tentatively: until then a stranger's mail
 * would fill the calendar that others see. Addresses in lower case.
 */
export function isTakenPartIn(event: EventObject, ownAddresses: ReadonlySet<string>): boolean {
  const own = ownAmong(event, ownAddresses)
  if (
    own.length === 0 ||
    own.some(isOwner) ||
    ownAddresses.has(bareAddress(event['organizerCalendarAddress']))
  )
    return true
  return own.some(
    ({ participationStatus }) => participationStatus === 'accepted' || participationStatus === 'tentative',
  )
}

/** Whether its owner is named in it at all. Addresses in lower case. */
export function isInvited(event: EventObject, ownAddresses: ReadonlySet<string>): boolean {
  return (
    ownAmong(event, ownAddresses).length > 0 ||
    ownAddresses.has(bareAddress(event['organizerCalendarAddress']))
  )
}

function ownAmong(event: EventObject, ownAddresses: ReadonlySet<string>): EventObject[] {
  const participants = isObject(event['participants'])
    ? Object.values(event['participants']).filter(isObject)
    : []
  return participants.filter((participant) => ownAddresses.has(getAddress(participant)))
}

const isOwner = (participant: EventObject): boolean =>
  isObject(participant['roles']) && participant['roles']['owner'] === true

/** The address of a participant, lower case and without its scheme; empty for nobody's. */
export const getAddress = (participant: EventObject): string =>
  bareAddress(participant['calendarAddress']) || bareAddress(participant['email'])

/** `mailto:Ann@Example.org` as `ann@example.org`; empty for what is no text. */
export const bareAddress = (json: unknown): string =>
  typeof json === 'string' ? json.replace(/^mailto:/i, '').toLowerCase() : ''
