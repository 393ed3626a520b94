import type { RemoteChange } from '../../contract/index.ts'
import { type ReadonlyJson, readObject, readString } from '../../contract/read-json.ts'
import { type CalendarApi, eventsPath, type CalendarQuery } from './calendar-api.ts'
import { eventChange } from './changes.ts'
import type { WriteNeeds } from './outcome.ts'

export async function patch(
  api: CalendarApi,
  calendar: string,
  id: string,
  body: Record<string, unknown>,
  { version, notify }: { version: string | undefined; notify: boolean },
): Promise<ReadonlyJson> {
  const query = { sendUpdates: getUpdates(notify), ...conferenceQuery(body) }
  return api.send('PATCH', eventsPath(calendar, id), query, { body, version }, 'changing an event')
}

/** Without it Google passes over conferences in silence. */
export const conferenceQuery = (body: Record<string, unknown>): CalendarQuery =>
  'conferenceData' in body ? { conferenceDataVersion: '1' } : {}

/** Said each time: Google's own choice when nothing is said has changed before. */
export const getUpdates = (notify: boolean): string => (notify ? 'all' : 'none')

export function readChanges(raw: ReadonlyJson | undefined, { by }: WriteNeeds): RemoteChange[] {
  const change = raw && eventChange(raw, readString(readObject(raw['start'])['timeZone']) || 'UTC', by)
  return change ? [change] : []
}
