import { ProviderError, type RemoteCalendar } from '../../contract/index.ts'
import { readString } from '../../contract/read-json.ts'
import type { Graph } from '../graph.ts'
import { utc, toIanaZone } from './zone-time.ts'

const properties = 'id,name,hexColor,canEdit,isDefaultCalendar'

/** Every calendar of the mailbox, those that others share with it among them. */
export async function listCalendars(graph: Graph, timeZone: string | null): Promise<RemoteCalendar[]> {
  const calendars: RemoteCalendar[] = []
  const query = { $select: properties, $top: '100' }
  for await (const page of graph.pages('me/calendars', query, 'listing the calendars'))
    for (const calendar of page) {
      const color = readString(calendar['hexColor']).toLowerCase()
      calendars.push({
        id: readString(calendar['id']),
        name: readString(calendar['name']),
        description: null,
        color: /^#[0-9a-f]{6}$/.test(color) ? color : null,
        timeZone,
        mayWrite: calendar['canEdit'] === true,
        isDefault: calendar['isDefaultCalendar'] === true,
        mayWatch: true,
      })
    }
  return calendars
}

/** In which zone the mailbox lives; null where it does not say, or where its settings may not be read. */
export async function fetchHomeZone(graph: Graph): Promise<string | null> {
  try {
    const settings = await graph.get('me/mailboxSettings', {}, 'asking for the time zone')
    const zone = toIanaZone(readString(settings['timeZone']))
    // A mailbox of which nobody has ever said where it is lives in UTC [F].
    return zone === utc ? null : zone
  } catch (error) {
    if (error instanceof ProviderError && (error.kind === 'denied' || error.kind === 'gone')) return null
    throw error
  }
}
