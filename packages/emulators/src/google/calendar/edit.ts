import { demandOrganizer, demandWriting } from './access.ts'
import type { EmulatedCalendar, CalendarAccount, EventNotice, StoredResource } from './account.ts'
import { checked, checkId } from './check-event.ts'
import { instanceAt, expandInstances, isSeries, lastWall } from './instances.ts'
import { deleted, duplicate, forbidden, invalid, notFound } from './refusals.ts'
import {
  instantOfTime,
  isEqual,
  readObject,
  readObjects,
  type Resource,
  readText,
  timeAt,
  readTime,
  wallOfTime,
} from './resource.ts'

export type SendUpdates = EventNotice['sendUpdates']

/** Fields that Google fills in itself, whatever is sent. */
const ignored = ['kind', 'etag', 'htmlLink', 'created', 'updated', 'creator', 'recurringEventId']

export interface EventPlace {
  account: CalendarAccount
  calendar: EmulatedCalendar
}

/** An event or occurrence by its id; an occurrence that nothing was changed about is made up from its series. */
export function find({ calendar }: EventPlace, id: string): StoredResource {
  const stored = calendar.events.get(id)
  if (stored) return stored
  const series = getSeries(calendar, id)
  const instance = series && instanceAt(series.resource, id, calendar.timeZone)
  if (!series || !instance || series.resource.status === 'cancelled') throw notFound()
  const { recurrence: _rule, ...rest } = series.resource
  const resource: Resource = {
    ...rest,
    id,
    start: instance.start,
    end: instance.end,
    recurringEventId: series.resource.id,
    originalStartTime: instance.start,
  }
  return { ordinal: series.ordinal, etag: series.etag, resource }
}

function getSeries(calendar: EmulatedCalendar, id: string): StoredResource | undefined {
  const at = id.lastIndexOf('_')
  const series = at < 0 ? undefined : calendar.events.get(id.slice(0, at))
  return series && isSeries(series.resource) ? series : undefined
}

export function insert(
  place: EventPlace,
  body: Record<string, unknown>,
  sendUpdates: SendUpdates,
): StoredResource {
  const { account, calendar } = place
  demandWriting(calendar)
  const id = readText(body['id'])
  if (id !== '') checkId(id)
  if (id !== '' && calendar.events.has(id)) throw duplicate()
  if (id !== '' && body['iCalUID'] !== undefined) throw invalid('Give either id or iCalUID, not both.')
  if (body['eventType'] === 'fromGmail') throw invalid('Event type cannot be created.')
  const own =
    id === ''
      ? Array.from({ length: 26 }, () => Math.floor(account.ids.random() * 32).toString(32)).join('')
      : id
  const self = { email: calendar.isPrimary ? account.email : calendar.id, self: true }
  const resource = completed(place, {
    status: 'confirmed',
    eventType: 'default',
    sequence: 0,
    reminders: { useDefault: true },
    organizer: self,
    creator: { email: account.email, self: calendar.isPrimary },
    iCalUID: `${own}@google.com`,
    created: account.now().toISOString(),
    ...without(
      body,
      ignored.filter((name) => name !== 'created'),
    ),
    id: own,
  })
  const stored = account.put(calendar, resource)
  notify(place, stored, 'created', sendUpdates)
  return stored
}

/** Replaces what `after` says; `before` is what stands there now. */
export function change(
  place: EventPlace,
  before: StoredResource,
  after: Record<string, unknown>,
  sendUpdates: SendUpdates,
): StoredResource {
  const { account, calendar } = place
  demandWriting(calendar, before.resource)
  const fixed = Object.fromEntries(
    ignored.flatMap((name) => (before.resource[name] === undefined ? [] : [[name, before.resource[name]]])),
  )
  const next = { ...after, ...fixed, id: before.resource.id }
  demandOrganizer(before.resource, next)
  if (readText(after['eventType']) !== readText(before.resource['eventType']))
    throw invalid('Event type cannot be changed.')
  if (after['status'] === 'cancelled') return cancel(place, before, sendUpdates)
  const resource = completed(place, next)
  const isQuiet = onlyReminders(before.resource, resource)
  const isMoved =
    !isEqual(before.resource['start'], resource['start']) || !isEqual(before.resource['end'], resource['end'])
  const sequence = Number(before.resource['sequence'] ?? 0) + (isMoved ? 1 : 0)
  const stored = account.put(calendar, { ...resource, sequence }, isQuiet)
  if (isSeries(stored.resource)) carryOver(place, before.resource, stored.resource)
  if (!isQuiet) notify(place, stored, 'updated', sendUpdates)
  return stored
}

function cancel(place: EventPlace, before: StoredResource, sendUpdates: SendUpdates): StoredResource {
  const { account, calendar } = place
  demandWriting(calendar, before.resource)
  const stored = account.put(calendar, { ...before.resource, status: 'cancelled' })
  for (const exception of getExceptions(calendar, stored.resource.id))
    if (exception.resource.status !== 'cancelled')
      account.put(calendar, { ...exception.resource, status: 'cancelled' })
  notify(place, stored, 'cancelled', sendUpdates)
  return stored
}

export function destroy(
  place: EventPlace,
  id: string,
  sendUpdates: SendUpdates,
  etag: (stored: StoredResource) => void,
): void {
  const stored = find(place, id)
  if (stored.resource.status === 'cancelled') throw deleted()
  etag(stored)
  cancel(place, stored, sendUpdates)
}

/** The source keeps a cancelled stub [S]. */
export function move(
  place: EventPlace,
  id: string,
  to: EmulatedCalendar,
  sendUpdates: SendUpdates,
): StoredResource {
  const { account, calendar } = place
  const stored = find(place, id)
  if (stored.resource.status === 'cancelled') throw deleted()
  demandWriting(calendar, stored.resource)
  demandWriting(to)
  const { organizer, eventType } = stored.resource
  if (stored.resource['recurringEventId'] !== undefined) throw invalid('Instances cannot be moved alone.')
  if (eventType !== undefined && eventType !== 'default') throw invalid('Only default events can be moved.')
  if (readObject(organizer)['self'] !== true)
    throw forbidden('forbiddenForNonOrganizer', 'Only the organizer can move an event.')
  const all = [stored, ...getExceptions(calendar, id)]
  const self = { email: to.isPrimary ? account.email : to.id, self: true }
  for (const { resource } of all) {
    account.put(to, { ...resource, organizer: self })
    account.put(calendar, { ...resource, status: 'cancelled' })
  }
  const moved = to.events.get(id)
  if (!moved) throw notFound()
  notify({ account, calendar: to }, moved, 'updated', sendUpdates)
  return moved
}

export function getExceptions({ events }: EmulatedCalendar, series: string): StoredResource[] {
  return [...events.values()].filter(({ resource }) => resource['recurringEventId'] === series)
}

/** Copies shared fields from the series to its occurrences and cancels those whose time is gone [K]. */
function carryOver(place: EventPlace, before: Resource, after: Resource): void {
  const { account, calendar } = place
  const changed = Object.keys({ ...before, ...after }).filter(
    (name) =>
      !['start', 'end', 'recurrence', 'updated', 'sequence'].includes(name) &&
      !isEqual(before[name], after[name]),
  )
  const isTimed = ['start', 'recurrence'].some((name) => !isEqual(before[name], after[name]))
  const walls = isTimed ? getWallTimes(after, calendar, getExceptions(calendar, after.id)) : undefined
  for (const { resource } of getExceptions(calendar, after.id)) {
    if (resource.status === 'cancelled') continue
    if (walls && !walls.has(resource.id)) {
      account.put(calendar, { ...resource, status: 'cancelled' })
      continue
    }
    const following = changed.filter((name) => isEqual(resource[name], before[name]))
    if (following.length === 0) continue
    const next: Resource = { ...resource }
    for (const name of following)
      if (after[name] === undefined) delete next[name]
      else next[name] = after[name]
    account.put(calendar, next)
  }
}

function getWallTimes(
  series: Resource,
  calendar: EmulatedCalendar,
  exceptions: readonly StoredResource[],
): Set<string> {
  const starts = exceptions.map(({ resource }) =>
    wallOfTime(readTime(resource['originalStartTime']), calendar.timeZone),
  )
  const limit = Math.max(0, ...starts) + 2 * 86_400_000
  return new Set([...expandInstances(series, calendar.timeZone, limit)].map(({ id }) => id))
}

export function completed({ account, calendar }: EventPlace, event: Record<string, unknown>): Resource {
  const next: Record<string, unknown> = checked(event, calendar.timeZone)
  const attendees = readObjects(next['attendees']).map((attendee): Record<string, unknown> => {
    const isSelf = readText(attendee['email']).toLowerCase() === account.email.toLowerCase()
    return { responseStatus: 'needsAction', ...attendee, ...(isSelf && { self: true }) }
  })
  if (next['attendees'] !== undefined) next['attendees'] = attendees
  if (attendees.length === 0) delete next['attendees']
  if (next['visibility'] === 'default') delete next['visibility']
  if (next['transparency'] === 'opaque') delete next['transparency']
  if (Array.isArray(next['recurrence']) && next['recurrence'].length === 0) delete next['recurrence']
  return { ...next, id: readText(next['id']), status: readText(next['status']) || 'confirmed' }
}

function onlyReminders(before: Resource, after: Resource): boolean {
  const changed = Object.keys({ ...before, ...after }).filter((name) => !isEqual(before[name], after[name]))
  return changed.every((name) => name === 'reminders')
}

function notify(
  { account, calendar }: EventPlace,
  { resource }: StoredResource,
  what: EventNotice['what'],
  sendUpdates: SendUpdates,
): void {
  const otherAttendees = readObjects(resource['attendees']).filter(
    (attendee) => attendee['self'] !== true && attendee['resource'] !== true,
  )
  const own = account.email.split('@')[1]
  const recipients = otherAttendees
    .map((attendee) => readText(attendee['email']))
    .filter(
      (email) => sendUpdates === 'all' || (sendUpdates === 'externalOnly' && email.split('@')[1] !== own),
    )
  const answer = answerIn(resource)
  // A guest who deletes their copy cancels nothing: no other guest and not the organizer hears of it.
  if (otherAttendees.length === 0 || (answer !== undefined && what === 'cancelled')) return
  account.tell({
    calendar: calendar.id,
    event: resource.id,
    what,
    sendUpdates,
    recipients,
    ...(answer !== undefined && { answer }),
  })
}

/** Returns the person's answer to somebody else's meeting. */
function answerIn(resource: Resource): string | undefined {
  if (readObject(resource['organizer'])['self'] === true) return undefined
  const own = readObjects(resource['attendees']).find((attendee) => attendee['self'] === true)
  return own && readText(own['responseStatus'])
}

function without(body: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)))
}

/** The last instant at which anything of it takes place; Infinity for a series without end. */
export function endsAt({ timeZone }: EmulatedCalendar, { resource }: StoredResource): number {
  const [start, end] = [readTime(resource['start']), readTime(resource['end'])]
  if (!isSeries(resource)) return instantOfTime(end, timeZone)
  const last = lastWall(resource, timeZone)
  if (last === Infinity) return last
  const length = instantOfTime(end, timeZone) - instantOfTime(start, timeZone)
  return instantOfTime(timeAt(start, last, timeZone), timeZone) + length
}
