import type { RemoteCalendar } from '../../contract/index.ts'
import { type ReadonlyJson, objectsOf, stringOf } from '../../contract/read-json.ts'
import type { CalendarApi } from './calendar-api.ts'

/** Whoever may write without seeing private events could not be shown what they write over: read-only here. */
const writing = ['owner', 'writer']

/** Lists the calendars in the person's list; hidden ones are left out (calendarList.list). */
export async function listCalendars(api: CalendarApi): Promise<RemoteCalendar[]> {
  const calendars: RemoteCalendar[] = []
  for (let pageToken = ''; ;) {
    const query = { maxResults: '250', ...(pageToken === '' ? {} : { pageToken }) }
    const page = await api.get('users/me/calendarList', query, 'listing calendars')
    calendars.push(...objectsOf(page['items']).map(calendarOf))
    const next = stringOf(page['nextPageToken'])
    if (next === '' || next === pageToken) return calendars
    pageToken = next
  }
}

function calendarOf(entry: ReadonlyJson): RemoteCalendar {
  const id = stringOf(entry['id'])
  const color = stringOf(entry['backgroundColor']).toLowerCase()
  return {
    id,
    name: stringOf(entry['summaryOverride']) || stringOf(entry['summary']) || id,
    description: stringOf(entry['description']) || null,
    color: /^#[0-9a-f]{6}$/.test(color) ? color : null,
    timeZone: stringOf(entry['timeZone']) || null,
    mayWrite: writing.includes(stringOf(entry['accessRole'])),
    isDefault: entry['primary'] === true,
    // Holidays, birthdays, week numbers: made by Google, and never announced.
    mayWatch: !id.endsWith('@group.v.calendar.google.com'),
  }
}
