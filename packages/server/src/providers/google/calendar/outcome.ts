import { ProviderError, type Written, problemOfProvider } from '../../contract/index.ts'
import type { CalendarApi } from './calendar-api.ts'
import { CalendarError } from './classify.ts'
import { readEventById } from './pull.ts'
import type { Reckoning } from './reckoning.ts'

export interface WriteNeeds {
  api: CalendarApi
  by: Reckoning
}

/** Reasons of a 403 that are about this event, and not about everything that might be asked (errors of events). */
const aboutTheEvent = new Set([
  'forbidden',
  'forbiddenForNonOrganizer',
  'requiredAccessLevel',
  'forbiddenForServiceAccounts',
  'eventTypeRestriction',
  'malformedWorkingLocationEvent',
  'participantIsNeitherOrganizerNorAttendee',
])

/** Maps the answer to a write to its outcome for the event; errors that concern more than the event are thrown. */
export async function settleOutcome(
  { api }: WriteNeeds,
  calendar: string,
  id: string | undefined,
  write: () => Promise<Written>,
): Promise<Written> {
  try {
    return await write()
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error
    const { status, reason } = error
    if (status === 412)
      return (await isGone(api, calendar, id)) ? { outcome: 'gone' } : { outcome: 'conflict' }
    if (status === 404 || status === 410) return { outcome: 'gone' }
    const isRefused = error.kind === 'refused' || (status === 403 && aboutTheEvent.has(reason))
    if (isRefused) return { outcome: 'refused', problem: problemOfProvider(error) }
    throw error
  }
}

/** Returns whether the event was deleted meanwhile: a deletion also changes the version. */
async function isGone(api: CalendarApi, calendar: string, id: string | undefined): Promise<boolean> {
  if (id === undefined) return false
  const stored = await readEventById(api, calendar, id).catch((error: unknown) => {
    if (error instanceof ProviderError) return {}
    throw error
  })
  return stored === undefined || objectStatus(stored) === 'cancelled'
}

const objectStatus = (raw: Readonly<Record<string, unknown>>): unknown => raw['status']
