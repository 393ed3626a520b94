import { htmlFromText, textFromHtml } from '../mailbox/content.ts'
import type { GraphCall } from '../graph/call.ts'
import { usesImmutableIds } from '../graph/call.ts'
import type { FieldSelection } from '../graph/selection.ts'
import {
  type EventFacts,
  getId,
  getInstant,
  type ShownEvent,
  getWhen,
  toShownEvent,
  getOccurrence,
} from '../mailbox/event-state.ts'
import type { CalendarStore } from '../mailbox/calendar-store.ts'
import { readWall, wallAt, writeWall, zoneNamed } from '../mailbox/zones.ts'

/** How somebody wants to see events. */
export interface EventView {
  store: CalendarStore
  immutableIds: boolean
  bodyAsText: boolean
  /** As it was named; times are told in it. */
  timeZone: string
}

export function eventView(call: GraphCall): EventView {
  return {
    store: call.mailbox.calendars,
    immutableIds: usesImmutableIds(call),
    bodyAsText: call.prefer.bodyAsText,
    timeZone: call.prefer.timeZone ?? 'UTC',
  }
}

/** An event as Graph shows it: the usual properties, or those selected. */
export function eventJson(
  event: ShownEvent,
  view: EventView,
  selection: FieldSelection,
): Record<string, unknown> {
  const json: Record<string, unknown> = { '@odata.etag': computeEtag(event.version), id: idIn(event, view) }
  for (const name of selection.fields ?? usual) {
    const value = Object.hasOwn(properties, name) ? properties[name]?.(event, view) : undefined
    if (value !== undefined) json[name] = value
  }
  if (selection.expand.some(({ name }) => /^exceptionOccurrences$/i.test(name)))
    json['exceptionOccurrences'] = getExceptions(event).map((exception) =>
      eventJson(exception, view, { fields: undefined, expand: [] }),
    )
  return json
}

/** In the list of a delta an occurrence says no more than when it is and of what [F]. */
export function briefJson(event: ShownEvent, view: EventView): Record<string, unknown> {
  const fields = new Set(['type', 'seriesMasterId', 'start', 'end'])
  return eventJson(event, view, { fields, expand: [] })
}

export function computeEtag(version: number): string {
  return `W/"${changeKey(version)}"`
}

export function idIn(event: ShownEvent, view: EventView): string {
  return getId(event, view.store.ids, view.immutableIds)
}

function changeKey(version: number): string {
  const bytes = Buffer.alloc(8)
  bytes.writeUInt32BE(version, 4)
  return `DwAAABYAAA${bytes.toString('base64').slice(0, 11)}`
}

function getExceptions({ state }: ShownEvent): ShownEvent[] {
  return [...state.exceptions.keys()].sort().flatMap((date) => getOccurrence(state, date) ?? [])
}

type Read = (event: ShownEvent, view: EventView) => unknown

const fact =
  (name: string, usually: unknown): Read =>
  ({ facts }) =>
    facts[name] ?? usually

const properties: Record<string, Read> = {
  createdDateTime: ({ state }) => new Date(state.createdAt).toISOString().replace('Z', '0000Z'),
  lastModifiedDateTime: ({ state, date }) =>
    new Date((date === undefined ? undefined : state.exceptions.get(date)?.modifiedAt) ?? state.modifiedAt)
      .toISOString()
      .replace('Z', '0000Z'),
  changeKey: ({ version }) => changeKey(version),
  categories: fact('categories', []),
  transactionId: ({ state }) => state.transactionId ?? null,
  originalStartTimeZone: ({ facts }) => getWhen(facts, 'start').timeZone,
  originalEndTimeZone: ({ facts }) => getWhen(facts, 'end').timeZone,
  iCalUId: getUid,
  reminderMinutesBeforeStart: fact('reminderMinutesBeforeStart', 15),
  isReminderOn: fact('isReminderOn', false),
  hasAttachments: () => false,
  subject: fact('subject', ''),
  bodyPreview: ({ facts }) => plainBody(facts).slice(0, 255),
  importance: fact('importance', 'normal'),
  sensitivity: fact('sensitivity', 'normal'),
  originalStart: ({ originalStart }) =>
    originalStart === undefined ? undefined : `${new Date(originalStart).toISOString().slice(0, 19)}Z`,
  isAllDay: fact('isAllDay', false),
  isCancelled: fact('isCancelled', false),
  isOrganizer: ({ state }) => state.isOrganizer,
  isDraft: () => false,
  responseRequested: fact('responseRequested', true),
  seriesMasterId: (event, view) => (event.date === undefined ? null : idIn(toShownEvent(event.state), view)),
  showAs: fact('showAs', 'busy'),
  type: ({ type }) => type,
  webLink: (event, view) =>
    `https://outlook.office365.com/owa/?itemid=${encodeURIComponent(idIn(event, view))}&exvsurl=1&path=/calendar/item`,
  onlineMeetingUrl: () => null,
  isOnlineMeeting: fact('isOnlineMeeting', false),
  onlineMeetingProvider: fact('onlineMeetingProvider', 'unknown'),
  allowNewTimeProposals: fact('allowNewTimeProposals', true),
  hideAttendees: fact('hideAttendees', false),
  responseStatus: fact('responseStatus', { response: 'organizer', time: '0001-01-01T00:00:00Z' }),
  body: ({ facts }, view) =>
    view.bodyAsText
      ? { contentType: 'text', content: plainBody(facts) }
      : { contentType: 'html', content: htmlBody(facts) },
  start: (event, view) => getTime(event, 'start', view),
  end: (event, view) => getTime(event, 'end', view),
  location: ({ facts }) => facts['location'] ?? { displayName: '', locationType: 'default' },
  locations: fact('locations', []),
  recurrence: ({ facts, date }) => (date === undefined ? (facts['recurrence'] ?? null) : null),
  attendees: fact('attendees', []),
  organizer: fact('organizer', null),
  onlineMeeting: fact('onlineMeeting', null),
  cancelledOccurrences: (event, view) =>
    event.type === 'seriesMaster'
      ? [...event.state.cancelled].sort().map((date) => `OID.${idIn(event, view)}.${date}`)
      : undefined,
}

/** [D] To be had by `$select` and of one event at a time only. */
const usual = Object.keys(properties).filter((name) => name !== 'cancelledOccurrences')

/** Seven decimals, in the zone asked for; a whole day is midnight whatever that is [F]. */
function getTime({ facts }: ShownEvent, name: 'start' | 'end', { timeZone }: EventView): object {
  const when = getWhen(facts, name)
  if (facts['isAllDay'] === true) return { dateTime: writeWall(readWall(when.dateTime) ?? 0), timeZone }
  return { dateTime: writeWall(wallAt(getInstant(when), zoneNamed(timeZone))), timeZone }
}

/** Differs from occurrence to occurrence [S]: the date of each is written into it. */
function getUid({ state, date }: ShownEvent): string {
  const storedUid = state.facts['iCalUId']
  const day = date === undefined ? '00000000' : hexDate(date)
  const tail = state.n.toString(16).padStart(8, '0')
  if (typeof storedUid === 'string') return date === undefined ? storedUid : `${storedUid}-${day}`
  return `040000008200E00074C5B7101A82E008${day}${state.createdAt.toString(16).padStart(16, '0')}${tail}`.toUpperCase()
}

/** Two bytes of the year, one each of month and day [D]. */
function hexDate(date: string): string {
  const [year = '', month = '', day = ''] = date.split('-').map((part) => Number(part).toString(16))
  return year.padStart(4, '0') + month.padStart(2, '0') + day.padStart(2, '0')
}

const getBody = (facts: EventFacts) =>
  (facts['body'] ?? { contentType: 'html', content: '' }) as { contentType: string; content: string }

/** HTML, unless text is asked for, whatever was written [D]. */
function htmlBody(facts: EventFacts): string {
  const { contentType, content } = getBody(facts)
  return contentType.toLowerCase() === 'html' || content === '' ? content : htmlFromText(content)
}

function plainBody(facts: EventFacts): string {
  const { contentType, content } = getBody(facts)
  return contentType.toLowerCase() === 'html' ? textFromHtml(content) : content
}
