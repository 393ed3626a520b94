import type { Json } from '@plmail/calendar-format'
import type { CalendarEventId } from '@plmail/wire'
import type { CalendarEvent, EventRequest } from '../../../calendar/index.ts'
import type { JsonObject } from '../../engine/arguments.ts'
import {
  invalidProperties,
  resolveCreationId,
  type SetError,
  type SetOutcome,
  type SetRequest,
} from '../../engine/set.ts'
import { calendarAfter, split } from './creation.ts'
import { parseEventRef } from './id.ts'
import { withInstants } from './instants.ts'
import { patchOfRule } from './recurrence-rules.ts'

type Wanted = EventRequest['update'] extends ReadonlyMap<unknown, infer One> ? One : never
type Single = NonNullable<EventRequest['occurrences']>[number]

/** Requested changes to existing events, each with the id that the client used. */
export interface Updates {
  update: Map<CalendarEventId, { text: string; wanted: Wanted; added: Record<string, Json> | null }>
  occurrences: Array<{ text: string; wanted: Single }>
  destroy: Array<{ text: string; id: CalendarEventId }>
}

export async function loadUpdates(
  request: SetRequest,
  createdIds: ReadonlyMap<string, string>,
  loadEvents: (ids: readonly CalendarEventId[]) => Promise<CalendarEvent[]>,
  outcome: SetOutcome,
): Promise<Updates> {
  const updates: Updates = { update: new Map(), occurrences: [], destroy: [] }
  const parseReference = (text: string) => parseEventRef(resolveCreationId(text, createdIds))
  const gone = new Set(request.destroy.map((text) => JSON.stringify(parseReference(text))))
  const parsedUpdates = request.update.map(([text, patch]) => ({ text, patch, ref: parseReference(text) }))
  const events = new Map(
    (await loadEvents(parsedUpdates.flatMap(({ ref }) => ref?.id ?? []))).map((event) => [event.id, event]),
  )
  for (const { text, patch, ref } of parsedUpdates) {
    const event = ref && events.get(ref.id)
    const error = !event
      ? { type: 'notFound' }
      : gone.has(JSON.stringify(ref))
        ? { type: 'willDestroy' }
        : ref.recurrenceId === undefined
          ? addWhole(updates, { text, patch, event }, createdIds)
          : addSingle(updates, { text, patch, event }, ref.recurrenceId)
    if (error) outcome.notUpdated.set(text, error)
  }
  for (const text of request.destroy) {
    const ref = parseReference(text)
    if (!ref) outcome.notDestroyed.set(text, { type: 'notFound' })
    else if (ref.recurrenceId === undefined) updates.destroy.push({ text, id: ref.id })
    else
      updates.occurrences.push({ text, wanted: { id: ref.id, recurrenceId: ref.recurrenceId, patch: null } })
  }
  return updates
}

interface UpdateRequest {
  text: string
  patch: JsonObject
  event: CalendarEvent
}

function addWhole(
  { update }: Updates,
  { text, patch, event }: UpdateRequest,
  createdIds: ReadonlyMap<string, string>,
): SetError | undefined {
  const parts = split(patch)
  if (!('event' in parts)) return parts
  const calendarId = calendarAfter(parts.beside, event.calendarId, createdIds)
  if (typeof calendarId === 'object') return calendarId
  const timed = withInstants({ ...event.event, ...parts.event }, parts.beside)
  if ('type' in timed) return timed
  const settled = { ...patchOfRule(parts.rule), ...timed.patch }
  const eventUpdate = {
    patch: { ...parts.event, ...settled },
    ...(calendarId === undefined ? {} : { calendarId }),
  }
  const added = Object.keys(settled).length > 0 ? settled : null
  update.set(event.id, { text, wanted: eventUpdate, added })
  return undefined
}

/** One occurrence stays in the calendar of its series. */
function addSingle(
  { occurrences }: Updates,
  { text, patch, event }: UpdateRequest,
  recurrenceId: number,
): SetError | undefined {
  const parts = split(patch)
  if (!('event' in parts)) return parts
  const beside = [...Object.keys(parts.beside), ...(parts.rule ? ['recurrenceRules'] : [])]
  if (beside.length > 0) return invalidProperties(beside)
  occurrences.push({ text, wanted: { id: event.id, recurrenceId, patch: parts.event } })
  return undefined
}
