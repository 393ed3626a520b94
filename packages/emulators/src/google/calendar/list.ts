import { eventJson } from './access.ts'
import type { EmulatedCalendar, CalendarAccount, StoredResource } from './account.ts'
import type { CalendarAsk } from './ask.ts'
import { endsAt, getExceptions } from './edit.ts'
import { expandInstances, isSeries } from './instances.ts'
import { fullSyncRequired, invalid, updatedMinTooLongAgo } from './refusals.ts'
import { instantOfTime, isEqual, readObject, readObjects, readText, readTime } from './resource.ts'
import { wallAt } from './zones.ts'

/** Not part of what a token was made for. */
const passing = ['pageToken', 'syncToken', 'maxResults', 'fields', 'alt', 'prettyPrint', 'key', 'quotaUser']
/** Parameters refused together with a sync token [S]. */
const refusedWithToken = [
  'iCalUID',
  'orderBy',
  'privateExtendedProperty',
  'q',
  'sharedExtendedProperty',
  'timeMin',
  'timeMax',
  'updatedMin',
]
/** How long a sync token is good for [K]. */
const tokenLifetimeMs = 28 * 86_400_000

interface Cursor {
  calendar: string
  /** Parameters of the first call. */
  parameters: Record<string, string>
  /** The log up to here has been told. */
  seq: number
  generation: number
  at: number
}
interface PageCursor extends Cursor {
  kind: 'full' | 'delta'
  /** Start of this page: after an ordinal, a log sequence number, or a position in time order. */
  after: number
  before: number
}

/** `events.list`: everything, or what changed since a sync token. */
export function listEvents(ask: CalendarAsk, calendar: EmulatedCalendar): Record<string, unknown> {
  const page = getPage(ask, calendar)
  const { items, next } =
    page.kind === 'delta' ? deltaPage(ask, calendar, page) : fullPage(ask, calendar, page)
  const { parameters, seq, generation } = page
  const at = ask.account.now().getTime()
  const seal = (content: unknown): string => ask.account.ids.seal(content)
  const isSyncable = !['orderBy', 'q', 'iCalUID', 'updatedMin'].some((name) => parameters[name] !== undefined)
  return {
    ...head(calendar),
    items,
    ...(next !== undefined
      ? { nextPageToken: seal({ ...page, before: page.after, after: next }) }
      : isSyncable && {
          nextSyncToken: seal({ calendar: calendar.id, parameters, seq, generation, at }),
        }),
  }
}

export function head(calendar: EmulatedCalendar): Record<string, unknown> {
  const newest = [...calendar.events.values()]
    .map(({ resource }) => readText(resource['updated']))
    .toSorted()
    .at(-1)
  return {
    kind: 'calendar#events',
    etag: `"p${calendar.events.size}"`,
    summary: calendar.summary,
    updated: newest ?? '2026-01-01T00:00:00.000Z',
    timeZone: calendar.timeZone,
    accessRole: calendar.accessRole,
    defaultReminders: [{ method: 'popup', minutes: 30 }],
  }
}

function getPage(ask: CalendarAsk, calendar: EmulatedCalendar): PageCursor {
  const parameters = Object.fromEntries([...ask.query].filter(([name]) => !passing.includes(name)))
  const token = ask.query.get('pageToken')
  const sync = ask.query.get('syncToken')
  if (sync !== null) checkBeside(ask)
  if (token !== null && token !== '') {
    const page = ask.account.ids.unseal(token)
    if (
      !isPage(page) ||
      page.calendar !== calendar.id ||
      !isEqual(shared(page.parameters), shared(parameters))
    )
      throw invalid('Invalid page token value.', 'pageToken')
    return ask.fault?.kind === 'page-repeated' ? { ...page, after: page.before } : page
  }
  const lag = ask.fault?.kind === 'lag' ? ask.fault.ms : 0
  const visible = visibleHead(ask.account, lag)
  const { generation } = ask.account
  if (sync === null) {
    checkUpdatedMin(ask)
    return {
      kind: 'full',
      calendar: calendar.id,
      parameters,
      seq: visible,
      generation,
      at: 0,
      after: 0,
      before: 0,
    }
  }
  const cursor = ask.account.ids.unseal(sync)
  if (ask.fault?.kind === 'cursor-gone' || !isCursor(cursor) || cursor.calendar !== calendar.id)
    throw fullSyncRequired()
  const age = ask.account.now().getTime() - cursor.at
  if (cursor.generation !== generation || age > tokenLifetimeMs) throw fullSyncRequired()
  if (!isEqual(shared(cursor.parameters), shared(parameters)))
    throw invalid('The parameters of the request differ from those the sync token was made for.', 'syncToken')
  return {
    ...cursor,
    kind: 'delta',
    seq: Math.max(visible, cursor.seq),
    after: cursor.seq,
    before: cursor.seq,
  }
}

function checkBeside({ query }: CalendarAsk): void {
  const wrong = refusedWithToken.find((name) => query.has(name))
  if (wrong !== undefined) throw invalid(`Sync token cannot be used together with ${wrong}.`, wrong)
  if (query.get('showDeleted') === 'false')
    throw invalid('Sync token cannot hide what is deleted.', 'showDeleted')
}

/** Defaults of the parameters: spelled out they ask for the same [S]. */
const defaults: Readonly<Record<string, string>> = {
  singleEvents: 'false',
  showHiddenInvitations: 'false',
  alwaysIncludeEmail: 'false',
}

/** Returns the parameters that must be repeated with every token; showDeleted is implied there. */
function shared(parameters: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(parameters).filter(
      ([name, value]) =>
        !refusedWithToken.includes(name) && name !== 'showDeleted' && defaults[name] !== value,
    ),
  )
}

function checkUpdatedMin(ask: CalendarAsk): void {
  const minimum = Date.parse(ask.query.get('updatedMin') ?? '')
  if (ask.account.now().getTime() - minimum > tokenLifetimeMs) throw updatedMinTooLongAgo()
}

function visibleHead({ log, now }: CalendarAccount, lagMs: number): number {
  if (lagMs === 0) return log.head
  const newest = now().getTime() - lagMs
  return log.since(0).filter(({ at }) => at.getTime() <= newest).length
}

function getSize({ query, account }: CalendarAsk): number {
  const requestedSize = Number(query.get('maxResults') ?? 250)
  return Math.max(1, Math.min(requestedSize || 250, 2_500, account.maxPageSize))
}

type Page = { items: unknown[]; next: number | undefined }

/** Each event once, in the order of its last change. */
function deltaPage(ask: CalendarAsk, calendar: EmulatedCalendar, page: PageCursor): Page {
  const last = new Map<string, number>()
  for (const { seq, op } of ask.account.log.since(page.after))
    if (op.calendar === calendar.id && seq <= page.seq) last.set(op.event, seq)
  const changed = [...last].toSorted(([, a], [, b]) => a - b)
  const mine = changed.slice(0, getSize(ask))
  const items = mine.flatMap(([id]) => {
    const stored = calendar.events.get(id)
    return stored ? [eventJson(calendar, stored)] : []
  })
  return { items, next: mine.length < changed.length ? mine.at(-1)?.[1] : undefined }
}

/** So many are looked at for each page, and those that do not fit are left out: it may be empty and not the last [S]. */
function fullPage(ask: CalendarAsk, calendar: EmulatedCalendar, page: PageCursor): Page {
  if (ask.query.get('singleEvents') === 'true') return timelinePage(ask, calendar, page)
  const rest = [...calendar.events.values()].filter(({ ordinal }) => ordinal > page.after)
  const looked = rest.toSorted((a, b) => a.ordinal - b.ordinal).slice(0, getSize(ask))
  const items = looked
    .filter((stored) => isListed(ask, calendar, stored))
    .map((stored) => eventJson(calendar, stored))
  return { items, next: looked.length < rest.length ? looked.at(-1)?.ordinal : undefined }
}

function isListed(ask: CalendarAsk, calendar: EmulatedCalendar, stored: StoredResource): boolean {
  const { resource } = stored
  if (resource.status === 'cancelled' && ask.query.get('showDeleted') !== 'true') {
    // Occurrences left out of a living series are told all the same [S].
    const series = calendar.events.get(readText(resource['recurringEventId']))
    if (!series || series.resource.status === 'cancelled') return false
  }
  return isWithin(ask, calendar, stored) && isMatching(ask, stored)
}

function isWithin({ query }: CalendarAsk, calendar: EmulatedCalendar, stored: StoredResource): boolean {
  const [min, max] = ['timeMin', 'timeMax'].map((name) => Date.parse(query.get(name) ?? ''))
  if (min !== undefined && !Number.isNaN(min) && endsAt(calendar, stored) <= min) return false
  return max === undefined || Number.isNaN(max) || getStart(calendar, stored) < max
}

function isMatching({ query }: CalendarAsk, { resource }: StoredResource): boolean {
  const uid = query.get('iCalUID')
  const minimum = Date.parse(query.get('updatedMin') ?? '')
  const types = query.getAll('eventTypes')
  const words = (query.get('q') ?? '').toLowerCase()
  const people = readObjects(resource['attendees']).flatMap((attendee) => [
    attendee['email'],
    attendee['displayName'],
  ])
  const texts = [resource['summary'], resource['description'], resource['location'], ...people]
  const privately = readObject(readObject(resource['extendedProperties'])['private'])
  const isExtended = query.getAll('privateExtendedProperty').every((pair) => {
    const [name = '', value = ''] = pair.split('=')
    return privately[name] === value
  })
  return (
    (uid === null || resource['iCalUID'] === uid) &&
    !(Date.parse(readText(resource['updated'])) < minimum) &&
    (types.length === 0 || types.includes(readText(resource['eventType']) || 'default')) &&
    (words === '' || texts.some((text) => readText(text).toLowerCase().includes(words))) &&
    isExtended
  )
}

/** Occurrences in order of time: `singleEvents`. Without an end two years are looked at [K]. */
function timelinePage(ask: CalendarAsk, calendar: EmulatedCalendar, page: PageCursor): Page {
  const max = Date.parse(ask.query.get('timeMax') ?? '')
  const limit = Number.isNaN(max) ? ask.account.now().getTime() + 2 * 365 * 86_400_000 : max
  const all = [...calendar.events.values()]
    .filter(({ resource }) => resource['recurringEventId'] === undefined || resource.status !== 'cancelled')
    .flatMap((stored) => expanded(calendar, stored, wallAt(limit, calendar.timeZone) + 86_400_000))
    .filter((stored) => isListed(ask, calendar, stored))
    .toSorted((a, b) => getStart(calendar, a) - getStart(calendar, b))
  const items = all.slice(page.after, page.after + getSize(ask)).map((stored) => eventJson(calendar, stored))
  const next = page.after + items.length
  return { items, next: next < all.length ? next : undefined }
}

/** The series as its occurrences; those with a life of their own come by themselves. */
export function expanded(
  calendar: EmulatedCalendar,
  stored: StoredResource,
  limit: number,
): StoredResource[] {
  const { resource } = stored
  if (!isSeries(resource) || resource.status === 'cancelled') return [stored]
  const changed = new Set(getExceptions(calendar, resource.id).map((exception) => exception.resource.id))
  const { recurrence: _rule, ...rest } = resource
  return [...expandInstances(resource, calendar.timeZone, limit)]
    .filter(({ id }) => !changed.has(id))
    .map(({ id, start, end }) => {
      const own = { id, start, end, recurringEventId: resource.id, originalStartTime: start }
      return { ...stored, resource: { ...rest, ...own } }
    })
}

export function getStart(calendar: EmulatedCalendar, { resource }: StoredResource): number {
  return instantOfTime(readTime(resource['start']), calendar.timeZone)
}

function isCursor(value: unknown): value is Cursor {
  const { calendar, parameters, seq } = readObject(value)
  return typeof calendar === 'string' && typeof parameters === 'object' && typeof seq === 'number'
}

function isPage(value: unknown): value is PageCursor {
  return isCursor(value) && 'after' in value && 'kind' in value
}
