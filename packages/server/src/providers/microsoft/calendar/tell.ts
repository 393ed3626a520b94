import { createHash } from 'node:crypto'
import { datePrivacy } from '@plmail/wire'
import type { JsonObject, RemoteChange } from '../../contract/index.ts'
import { type ReadonlyJson, readObjects, readString, readStrings } from '../../contract/read-json.ts'
import { patchBetween } from './json-difference.ts'
import { getPrivacy, readEvent, readOccurrence } from './read-event.ts'
import { getRecurrenceId } from './times.ts'
import { getDate, dayMs, readWall } from './zone-time.ts'

/** Properties of an event that are stored as Graph wrote them. */
const properties = [
  'id',
  'type',
  'iCalUId',
  'transactionId',
  'createdDateTime',
  'lastModifiedDateTime',
  'changeKey',
  'subject',
  'body',
  'bodyPreview',
  'start',
  'end',
  'isAllDay',
  'originalStartTimeZone',
  'originalEndTimeZone',
  'recurrence',
  'location',
  'locations',
  'sensitivity',
  'showAs',
  'importance',
  'categories',
  'attendees',
  'organizer',
  'isOrganizer',
  'responseStatus',
  'responseRequested',
  'isCancelled',
  'isOnlineMeeting',
  'onlineMeeting',
  'onlineMeetingProvider',
  'onlineMeetingUrl',
  'isReminderOn',
  'reminderMinutesBeforeStart',
  'allowNewTimeProposals',
  'hideAttendees',
  'hasAttachments',
  'webLink',
]

/** Graph tells of dates that were taken out only when it is asked for them, of one event at a time. */
export const seriesQuery = {
  $select: [...properties, 'cancelledOccurrences'].join(','),
  $expand: 'exceptionOccurrences',
}

/** A single event; nothing where it does not say when it is. */
export function toEventChanges(event: ReadonlyJson, owner: string): RemoteChange[] {
  const read = readEvent(event, owner)
  if (!read) return []
  return [{ kind: 'event', ...toNames(event), event: read, raw: getRaw(event) }]
}

/** A series, as `seriesQuery` reads it: its rule, and what it says of single dates. */
export function toSeriesChanges(series: ReadonlyJson, owner: string): RemoteChange[] {
  const changes = toEventChanges(series, owner)
  const base = readOccurrence(series, series, owner)
  if (changes.length === 0 || !base) return []
  const start = readString(base['start'])
  const dates = [
    ...readObjects(series['exceptionOccurrences']).flatMap((exception) =>
      toExceptionChanges(exception, series, base, owner),
    ),
    ...readStrings(series['cancelledOccurrences']).flatMap((oid) => toCancelledChanges(oid, series, start)),
  ]
  // Nothing else tells that a date which was taken out is there again: other times of a series forget all of them.
  const occurrenceIds = dates.map(({ id }) => id)
  return [...changes.map((change) => ({ ...change, occurrenceIds })), ...dates]
}

function toExceptionChanges(
  exception: ReadonlyJson,
  series: ReadonlyJson,
  base: JsonObject,
  owner: string,
): RemoteChange[] {
  const recurrenceId = getRecurrenceId(exception, series)
  const read = readOccurrence(exception, series, owner)
  if (recurrenceId === undefined || !read) return []
  const patch = {
    ...patchBetween({ ...base, start: recurrenceId }, read),
    ...datePrivacy(getPrivacy(series)['privacy'], getPrivacy(exception)['privacy']),
  }
  const { id, version: etag } = toNames(exception)
  // What differs from the series changes with the series too, whose ETag is another.
  const version = `${etag} ${digest(JSON.stringify(patch))}`
  const seriesId = readString(series['id'])
  return [{ kind: 'occurrence', id, seriesId, recurrenceId, version, patch, raw: getRaw(exception) }]
}

/** `OID.<id of the series>.<date>` [K]: a date on which the series does not take place. */
function toCancelledChanges(oid: string, series: ReadonlyJson, start: string): RemoteChange[] {
  const [date = ''] = /\d{4}-\d\d-\d\d$/.exec(oid) ?? []
  const day = readWall(`${date}T00:00:00`)
  const wall = readWall(start)
  if (day === undefined || wall === undefined) return []
  const recurrenceId = `${getDate(day)}T${new Date(wall % dayMs).toISOString().slice(11, 19)}`
  const seriesId = readString(series['id'])
  const patch = { excluded: true }
  return [{ kind: 'occurrence', id: oid, seriesId, recurrenceId, version: recurrenceId, patch, raw: '{}' }]
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 16)

const toNames = (event: ReadonlyJson) => ({
  id: readString(event['id']),
  version: readString(event['@odata.etag']),
})

/** The same however it was asked for. */
function getRaw(event: ReadonlyJson): string {
  return JSON.stringify(Object.fromEntries(properties.map((name) => [name, event[name] ?? null])))
}

/** Occurrences that were cancelled have no id that anything could be done with. */
export const isCancelledId = (id: string): boolean => id.startsWith('OID.')
