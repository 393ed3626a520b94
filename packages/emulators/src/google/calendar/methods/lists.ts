import type { EmulatedCalendar } from '../account.ts'
import { type CalendarAsk, getBody, type CalendarHandler, param } from '../ask.ts'
import { expanded } from '../list.ts'
import { emptyRange, fullSyncRequired, invalid } from '../refusals.ts'
import { instantOfTime, readObjects, readText, readTime } from '../resource.ts'
import { palettes } from '../palettes.ts'
import { wallAt, writeInstant } from '../zones.ts'

/** The calendars themselves, their colours, and when they are busy. */
export const lists: Record<string, CalendarHandler> = {
  'calendarList.get': (ask) => entry(ask.account.calendar(param(ask, 'calendarId'))),
  'calendarList.list': (ask) => {
    const sync = ask.query.get('syncToken')
    if (sync !== null && ask.account.ids.unseal(sync) !== `list ${ask.account.generation}`)
      throw fullSyncRequired()
    const shown = [...ask.account.calendars.values()].filter(
      ({ hidden }) => !hidden || ask.query.get('showHidden') === 'true',
    )
    const size = Math.min(Number(ask.query.get('maxResults') ?? 100) || 100, 250, ask.account.maxPageSize)
    const token = ask.query.get('pageToken')
    const from = token === null ? 0 : ask.account.ids.unseal(token)
    if (typeof from !== 'number') throw invalid('Invalid page token value.', 'pageToken')
    const isLast = from + size >= shown.length
    return {
      kind: 'calendar#calendarList',
      etag: '"p1"',
      items: shown.slice(from, from + size).map(entry),
      ...(isLast
        ? { nextSyncToken: ask.account.ids.seal(`list ${ask.account.generation}`) }
        : { nextPageToken: ask.account.ids.seal(from + size) }),
    }
  },
  'colors.get': () => ({ kind: 'calendar#colors', updated: '2012-02-14T00:00:00.000Z', ...palettes }),
  'freebusy.query': (ask) => {
    const { timeMin, timeMax, items } = getBody(ask)
    const [from, to] = [Date.parse(readText(timeMin)), Date.parse(readText(timeMax))]
    if (Number.isNaN(from) || Number.isNaN(to)) throw invalid('Missing time range.')
    if (to <= from) throw emptyRange()
    const calendarIds = readObjects(items).map(({ id }) => readText(id))
    return {
      kind: 'calendar#freeBusy',
      timeMin: readText(timeMin),
      timeMax: readText(timeMax),
      calendars: Object.fromEntries(calendarIds.map((id) => [id, busyIn(ask, id, from, to)])),
    }
  },
}

function entry(calendar: EmulatedCalendar): Record<string, unknown> {
  const {
    id,
    summary,
    summaryOverride,
    description,
    timeZone,
    accessRole,
    backgroundColor,
    hidden,
    isPrimary,
  } = calendar
  return {
    kind: 'calendar#calendarListEntry',
    etag: `"${id.length}${summary.length}"`,
    id,
    summary,
    timeZone,
    accessRole,
    ...(summaryOverride !== undefined && { summaryOverride }),
    ...(description !== undefined && { description }),
    backgroundColor,
    foregroundColor: '#000000',
    colorId: '17',
    selected: true,
    ...(hidden && { hidden }),
    ...(isPrimary && { primary: true }),
    defaultReminders: isPrimary ? [{ method: 'popup', minutes: 30 }] : [],
    conferenceProperties: { allowedConferenceSolutionTypes: ['hangoutsMeet'] },
  }
}

/** Transparent and declined ones keep nobody busy [D]; what touches is told as one. */
function busyIn(ask: CalendarAsk, id: string, from: number, to: number): Record<string, unknown> {
  const calendar = ask.account.calendars.get(id === 'primary' ? ask.account.email : id)
  if (!calendar) return { errors: [{ domain: 'global', reason: 'notFound' }], busy: [] }
  const spans = [...calendar.events.values()]
    .flatMap((stored) => expanded(calendar, stored, wallAt(to, calendar.timeZone) + 86_400_000))
    .filter(({ resource }) => resource.status !== 'cancelled' && resource['transparency'] !== 'transparent')
    .filter(
      ({ resource }) =>
        !readObjects(resource['attendees']).some(
          (attendee) => attendee['self'] === true && attendee['responseStatus'] === 'declined',
        ),
    )
    .map(({ resource }) => ({
      start: Math.max(from, instantOfTime(readTime(resource['start']), calendar.timeZone)),
      end: Math.min(to, instantOfTime(readTime(resource['end']), calendar.timeZone)),
    }))
    .filter(({ start, end }) => start < end)
    .toSorted((a, b) => a.start - b.start)
  const busy: typeof spans = []
  for (const span of spans) {
    const last = busy.at(-1)
    if (last && span.start <= last.end) last.end = Math.max(last.end, span.end)
    else busy.push({ ...span })
  }
  return {
    busy: busy.map(({ start, end }) => ({
      start: writeInstant(start, 'UTC'),
      end: writeInstant(end, 'UTC'),
    })),
  }
}
