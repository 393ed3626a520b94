import type { RemoteCalendar } from '../../contract/index.ts'
import { type ReadonlyJson, readObjects, readString } from '../../contract/read-json.ts'
import type { CalendarApi } from './calendar-api.ts'

/** Whoever may write without seeing private events could not be shown what they write over: read-only here. */
const writing = ['owner', 'writer']

/** Lists the calendars in the person's list; hidden ones are left out (calendarList.list). */
export async function listCalendars(api: CalendarApi): Promise<RemoteCalendar[]> {
  const calendars: RemoteCalendar[] = []
  for (let pageToken = ''; ;) {
    const query = { maxResults: '250', ...(pageToken === '' ? {} : { pageToken }) }
    const page = await api.get('users/me/calendarList', query, 'listing calendars')
    calendars.push(...readObjects(page['items']).map(getCalendar))
    const next = readString(page['nextPageToken'])
    if (next === '' || next === pageToken) return calendars
    pageToken = next
  }
}

function getCalendar(entry: ReadonlyJson): RemoteCalendar {
  const id = readString(entry['id'])
  const color = readString(entry['backgroundColor']).toLowerCase()
  return {
    id,
    name: readString(entry['summaryOverride']) || readString(entry['summary']) || id,
    description: readString(entry['description']) || null,
    color: /^#[0-9a-f]{6}$/.test(color) ? color : null,
    timeZone: readString(entry['timeZone']) || null,
    mayWrite: writing.includes(readString(entry['accessRole'])),
    isDefault: entry['primary'] === true,
    // Holidays, birthdays, week numbers: made by Google, and never announced.
    mayWatch: !id.endsWith('@group.v.calendar.google.com'),
  }
}
