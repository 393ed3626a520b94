import { type AccountId, type CalendarEventId, calendarEventWireId, occurrenceWireId } from '@plmail/wire'
import {
  type Calendars,
  type EventObject,
  firstOccurrence,
  isObject,
  occurrenceObject,
  seriesOf,
  type Taking,
  writeWallTime,
} from '../../../calendar/index.ts'
import { answers, hasWords } from './match.ts'
import { type EventQuestion, type EventSort, type Expansion, searchOf } from './question.ts'

/** What results are put in order by. */
interface Found extends Record<EventSort, string | number> {
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
  const search = searchOf(filter)
  if (search === 'nothing') return []
  const found: Found[] = []
  for (let beyond = 0 as CalendarEventId, isMore = true; isMore;) {
    const read = await events.find(accountId, { ...search, beyond }, batch)
    for (const one of read)
      if (answers(one, filter, timeZone))
        found.push({
          ...{ id: calendarEventWireId.encode(one.id), eventId: one.id },
          start: firstOccurrence(seriesOf(one.event), timeZone).start,
          ...{ uid: textIn(one.event, 'uid'), recurrenceId: textIn(one.event, 'recurrenceId') },
          ...{ created: one.createdAt.getTime(), updated: one.updatedAt.getTime() },
        })
    beyond = read.at(-1)?.id ?? beyond
    isMore = read.length === batch
  }
  return inOrder(found, sort)
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
    ...{ from: after, to: before, timeZone, calendarIds },
  })
  const said = new Map<CalendarEventId, boolean>()
  const isAsked = (taking: Taking): boolean => {
    if (uid !== undefined && taking.event['uid'] !== uid) return false
    const changed = changedObject(taking)
    if (changed) return hasWords(changed, condition)
    const known = said.get(taking.id) ?? hasWords(withoutOverrides(taking.event), condition)
    said.set(taking.id, known)
    return known
  }
  // A month asks for all there is.
  const asked = uid === undefined && condition.texts.length === 0 ? takings : takings.filter(isAsked)
  const found = asked.map((taking): Found => {
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
  return { ids: inOrder(found, sort).map(({ id }) => id), isCutOff }
}

/** By start, then as they were made, where nothing else is asked. */
function inOrder(found: readonly Found[], sort: EventQuestion['sort']): Found[] {
  const orders = [...sort, { property: 'start' as const, isAscending: true }]
  return found.toSorted((one, other) => {
    for (const { property, isAscending } of orders) {
      const order = compare(one[property], other[property])
      if (order !== 0) return isAscending ? order : -order
    }
    return one.eventId - other.eventId || compare(one.recurrenceId, other.recurrenceId)
  })
}

const compare = (one: string | number, other: string | number): number =>
  one < other ? -1 : one > other ? 1 : 0

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
