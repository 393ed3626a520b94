import {
  type EventObject,
  firstOccurrence,
  isObject,
  occurrenceObject,
  toSeries,
  writeWallTime,
} from '@plmail/calendar-format'
import { type AccountId, type CalendarEventId, calendarEventWireId, occurrenceWireId } from '@plmail/wire'
import { type Calendars, type Taking } from '../../../calendar/index.ts'
import { answers, hasWords } from './match.ts'
import { type EventQuestion, type EventSort, type Expansion, toSearch } from './event-question.ts'

/** Keys that results are sorted by. */
interface Match extends Record<EventSort, string | number> {
  id: string
  eventId: CalendarEventId
}

/** Read at once while looking through an account. */
const batch = 2_000

/** The events that answer, in order; each once, however often it takes place. */
export async function eventsFound(
  { events }: Pick<Calendars, 'events'>,
  accountId: AccountId,
  { filter, sort, timeZone }: EventQuestion,
): Promise<Array<{ id: string; eventId: CalendarEventId }>> {
  const search = toSearch(filter)
  if (search === 'nothing') return []
  const matches: Match[] = []
  for (let beyond = 0 as CalendarEventId, isMore = true; isMore;) {
    const read = await events.find(accountId, { ...search, beyond }, batch)
    for (const event of read)
      if (answers(event, filter, timeZone))
        matches.push({
          id: calendarEventWireId.encode(event.id),
          eventId: event.id,
          start: firstOccurrence(toSeries(event.event), timeZone).start,
          uid: textIn(event.event, 'uid'),
          recurrenceId: textIn(event.event, 'recurrenceId'),
          created: event.createdAt.getTime(),
          updated: event.updatedAt.getTime(),
        })
    beyond = read.at(-1)?.id ?? beyond
    isMore = read.length === batch
  }
  return inOrder(matches, sort)
}

/** The occurrences that answer, in order; `isCutOff` where a series has more than anybody looks at. */
export async function occurrencesFound(
  { events, list }: Pick<Calendars, 'events' | 'list'>,
  accountId: AccountId,
  { condition, sort, timeZone }: Expansion,
): Promise<{ ids: string[]; isCutOff: boolean }> {
  const { after, before, calendarId, uid } = condition
  const all = (await list(accountId)).map(({ id }) => id)
  const calendarIds = calendarId === undefined ? all : all.filter((id) => id === calendarId)
  const { takings, isCutOff } = await events.within(accountId, {
    from: after,
    to: before,
    timeZone,
    calendarIds,
  })
  const wordMatches = new Map<CalendarEventId, boolean>()
  const isAsked = (taking: Taking): boolean => {
    if (uid !== undefined && taking.event['uid'] !== uid) return false
    const changed = changedObject(taking)
    if (changed) return hasWords(changed, condition)
    const isMatch = wordMatches.get(taking.id) ?? hasWords(withoutOverrides(taking.event), condition)
    wordMatches.set(taking.id, isMatch)
    return isMatch
  }
  // A month asks for all there is.
  const candidates = uid === undefined && condition.texts.length === 0 ? takings : takings.filter(isAsked)
  const matches = candidates.map((taking): Match => {
    const recurrenceId = isSeries(taking.event) ? writeWallTime(taking.recurrenceId) : ''
    const id =
      recurrenceId === ''
        ? calendarEventWireId.encode(taking.id)
        : occurrenceWireId.encode(taking.id, recurrenceId)
    const { start, event } = taking
    const [eventId, name] = [taking.id, textIn(event, 'uid')]
    const [created, updated] = [textIn(event, 'created'), textIn(event, 'updated')]
    return { id, eventId, start, recurrenceId, uid: name, created, updated }
  })
  return { ids: inOrder(matches, sort).map(({ id }) => id), isCutOff }
}

/** By start, then as they were made, where nothing else is asked. */
function inOrder(matches: readonly Match[], sort: EventQuestion['sort']): Match[] {
  const orders = [...sort, { property: 'start' as const, isAscending: true }]
  return matches.toSorted((a, b) => {
    for (const { property, isAscending } of orders) {
      const order = compare(a[property], b[property])
      if (order !== 0) return isAscending ? order : -order
    }
    return a.eventId - b.eventId || compare(a.recurrenceId, b.recurrenceId)
  })
}

const compare = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0)

function changedObject({ event, recurrenceId }: Taking): EventObject | undefined {
  const overrides = event['recurrenceOverrides']
  const isChanged = isObject(overrides) && Object.hasOwn(overrides, writeWallTime(recurrenceId))
  return isChanged ? occurrenceObject(event, recurrenceId) : undefined
}

function withoutOverrides({ recurrenceOverrides: _, ...event }: EventObject): EventObject {
  return event
}

const isSeries = (event: EventObject): boolean =>
  event['recurrenceRule'] !== undefined || isObject(event['recurrenceOverrides'])

const textIn = (event: EventObject, property: string): string => {
  const text = event[property]
  return typeof text === 'string' ? text : ''
}
