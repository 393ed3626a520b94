import { eventJson } from '../access.ts'
import type { StoredResource } from '../account.ts'
import { type CalendarAsk, getBody, type CalendarHandler, param, getSendUpdates } from '../ask.ts'
import { change, destroy, find, insert, move, type EventPlace } from '../edit.ts'
import { importEvent } from '../import-event.ts'
import { expanded, head, listEvents, getStart } from '../list.ts'
import { conditionNotMet, deleted, invalid, notFound, required } from '../refusals.ts'
import { instantOfTime, merged, readObject, type Resource, readText, readTime } from '../resource.ts'
import { wallAt } from '../zones.ts'

export const events: Record<string, CalendarHandler> = {
  'events.list': (ask) => listEvents(ask, getPlace(ask).calendar),
  'events.get': (ask) => tell(ask, find(getPlace(ask), param(ask, 'eventId'))),
  'events.instances': instances,
  'events.insert': (ask) => {
    const place = getPlace(ask)
    // The organizer is Google's to say, except in an import [D].
    const { organizer: _organizer, ...body } = getBody(ask)
    return tell(ask, insert(place, merged({}, conferenceIn(ask, undefined, body)), getSendUpdates(ask)))
  },
  /** Google reads times out of the text; here the text is the title of an hour that begins now. */
  'events.quickAdd': (ask) => {
    const place = getPlace(ask)
    const begins = place.account.now().getTime()
    const at = (instant: number) => ({ dateTime: new Date(instant).toISOString() })
    const summary = ask.query.get('text') ?? ''
    if (summary === '') throw required('Missing text.')
    const event = { summary, start: at(begins), end: at(begins + 3_600_000) }
    return tell(ask, insert(place, event, getSendUpdates(ask)))
  },
  'events.import': (ask) => tell(ask, importEvent(getPlace(ask), getBody(ask))),
  'events.patch': (ask) => {
    const place = getPlace(ask)
    const stored = matching(ask, find(place, param(ask, 'eventId')))
    const patch = conferenceIn(ask, stored.resource, getBody(ask))
    const isRevived =
      stored.resource.status === 'cancelled' && ['confirmed', 'tentative'].includes(readText(patch['status']))
    if (stored.resource.status === 'cancelled' && !isRevived) throw deleted()
    const after = merged(stored.resource, patch)
    return tell(ask, change(place, stored, attendeesIn(patch, stored.resource, after), getSendUpdates(ask)))
  },
  'events.update': (ask) => {
    const place = getPlace(ask)
    const stored = matching(ask, find(place, param(ask, 'eventId')))
    if (stored.resource.status === 'cancelled') throw deleted()
    const { iCalUID, created, creator, organizer, eventType, recurringEventId, originalStartTime } =
      stored.resource
    const fixed = { iCalUID, created, creator, organizer, eventType, recurringEventId, originalStartTime }
    // What is not sent is erased [D]; a link to Meet is not, unless asked for.
    const { conferenceData, hangoutLink } = stored.resource
    const link = ask.query.get('conferenceDataVersion') === '1' ? {} : { conferenceData, hangoutLink }
    const after = {
      status: 'confirmed',
      ...conferenceIn(ask, stored.resource, getBody(ask)),
      ...fixed,
      ...link,
    }
    return tell(ask, change(place, stored, after, getSendUpdates(ask)))
  },
  'events.delete': (ask) => {
    destroy(getPlace(ask), param(ask, 'eventId'), getSendUpdates(ask), (stored) => matching(ask, stored))
  },
  'events.move': (ask) => {
    const to = ask.account.calendar(ask.query.get('destination') ?? '')
    const moved = move(getPlace(ask), param(ask, 'eventId'), to, getSendUpdates(ask))
    return eventJson(to, moved)
  },
  'events.watch': (ask) => {
    const { calendar } = getPlace(ask)
    const uri = `${ask.base}/calendars/${encodeURIComponent(calendar.id)}/events?alt=json`
    const channel = ask.channels.open(ask.account, calendar.id, uri, getBody(ask))
    const { id, resourceId, resourceUri, token, expiresAt } = channel
    return {
      kind: 'api#channel',
      id,
      resourceId,
      resourceUri,
      expiration: String(expiresAt.getTime()),
      ...(token !== '' && { token }),
    }
  },
  'channels.stop': (ask) => {
    const { id, resourceId } = getBody(ask)
    ask.channels.stop(ask.account, readText(id), readText(resourceId))
  },
}

const getPlace = (ask: CalendarAsk): EventPlace => ({
  account: ask.account,
  calendar: ask.account.calendar(param(ask, 'calendarId')),
})

const tell = (ask: CalendarAsk, stored: StoredResource): unknown => eventJson(getPlace(ask).calendar, stored)

function matching({ ifMatch }: CalendarAsk, stored: StoredResource): StoredResource {
  if (ifMatch !== undefined && ifMatch !== '*' && ifMatch !== stored.etag) throw conditionNotMet()
  return stored
}

/** Oneself alone, with `attendeesOmitted`, stands for the whole list [S]. */
function attendeesIn(
  patch: Record<string, unknown>,
  before: Resource,
  after: Record<string, unknown>,
): Record<string, unknown> {
  // A time of another kind replaces the old one whole.
  const times = Object.fromEntries(
    ['start', 'end'].flatMap((name) => {
      const { date, dateTime } = readObject(patch[name])
      if (date === undefined && dateTime === undefined) return []
      return [[name, typeof date === 'string' && dateTime == null ? { date } : after[name]]]
    }),
  )
  if (patch['attendeesOmitted'] !== true) return { ...after, ...times }
  const { attendeesOmitted: _omitted, ...rest } = after
  const sent = Array.isArray(patch['attendees']) ? patch['attendees'].map(readObject) : []
  const storedAttendees = Array.isArray(before['attendees']) ? before['attendees'].map(readObject) : []
  const attendees = storedAttendees.map((attendee) => ({
    ...attendee,
    ...sent.find(({ email }) => email === attendee['email']),
  }))
  return { ...rest, ...times, attendees }
}

/** Without `conferenceDataVersion=1` conferences pass by unseen; a new one is ready a moment later [D]. */
function conferenceIn(
  ask: CalendarAsk,
  before: Resource | undefined,
  body: Record<string, unknown>,
): Record<string, unknown> {
  const { conferenceData, ...rest } = body
  if (conferenceData === undefined || ask.query.get('conferenceDataVersion') !== '1') return rest
  if (conferenceData === null) return { ...rest, conferenceData: null, hangoutLink: null }
  const { createRequest } = readObject(conferenceData)
  if (createRequest === undefined) return { ...rest, conferenceData, hangoutLink: null }
  const { requestId } = readObject(createRequest)
  if (readText(requestId) === '') throw invalid('Invalid conference data.')
  const { calendar } = getPlace(ask)
  const id = before?.id ?? readText(body['id'])
  ask.later(() => {
    const stored = calendar.events.get(id)
    if (stored) ask.account.put(calendar, { ...stored.resource, ...meet(readText(requestId)) })
  })
  return {
    ...rest,
    conferenceData: { createRequest: { ...readObject(createRequest), status: { statusCode: 'pending' } } },
  }
}

/** A room in Google Meet, as Google describes it. */
export function meet(requestId: string): Record<string, unknown> {
  const letters = Buffer.from(requestId.padEnd(10, 'q'))
    .toString('hex')
    .replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? 'q')
  const code = `${letters.slice(0, 3)}-${letters.slice(3, 7)}-${letters.slice(7, 10)}`
  const uri = `https://meet.google.com/${code}`
  return {
    hangoutLink: uri,
    conferenceData: {
      entryPoints: [{ entryPointType: 'video', uri, label: `meet.google.com/${code}` }],
      conferenceSolution: { key: { type: 'hangoutsMeet' }, name: 'Google Meet' },
      conferenceId: code,
    },
  }
}

function instances(ask: CalendarAsk): unknown {
  const { calendar } = getPlace(ask)
  const series = find(getPlace(ask), param(ask, 'eventId'))
  if (series.resource['recurrence'] === undefined) throw notFound()
  const { query, account } = ask
  // What Google tells of a deleted series is written nowhere: none of its occurrences [K].
  if (series.resource.status === 'cancelled') return { ...head(calendar), items: [] }
  const at = (name: string): number => Date.parse(query.get(name) ?? '')
  const original = at('originalStart')
  const max =
    [original, at('timeMax')].find((time) => !Number.isNaN(time)) ??
    account.now().getTime() + 2 * 365 * 86_400_000
  const own = [...calendar.events.values()].filter(
    ({ resource }) => resource['recurringEventId'] === series.resource.id,
  )
  const all = [...expanded(calendar, series, wallAt(max, calendar.timeZone) + 86_400_000), ...own]
    .filter(({ resource }) => resource.status !== 'cancelled' || query.get('showDeleted') === 'true')
    .filter(({ resource }) => {
      const first = readTime(resource['originalStartTime'])
      if (Number.isNaN(original)) return true
      return first.date === undefined
        ? instantOfTime(first, calendar.timeZone) === original
        : first.date === query.get('originalStart')?.slice(0, 10)
    })
    .filter(
      (stored) =>
        !(getStart(calendar, stored) < at('timeMin')) && !(getStart(calendar, stored) >= at('timeMax')),
    )
    .toSorted((a, b) => getStart(calendar, a) - getStart(calendar, b))
  const token = query.get('pageToken')
  const from = token === null ? 0 : account.ids.unseal(token)
  if (typeof from !== 'number') throw invalid('Invalid page token value.', 'pageToken')
  const size = Math.min(Number(query.get('maxResults') ?? 250) || 250, 2_500, account.maxPageSize)
  return {
    ...head(calendar),
    items: all.slice(from, from + size).map((stored) => eventJson(calendar, stored)),
    ...(from + size < all.length && { nextPageToken: account.ids.seal(from + size) }),
  }
}
