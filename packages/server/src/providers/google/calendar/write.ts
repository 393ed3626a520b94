import { createHash } from 'node:crypto'
import type { EventWriting, JsonObject, Written } from '../../contract/index.ts'
import { type ReadonlyJson, readObject, readStrings } from '../../contract/read-json.ts'
import { type CalendarApi, eventsPath } from './calendar-api.ts'
import { answerInvitation } from './answer.ts'
import { importInvitation, isInvitation } from './import-invitation.ts'
import { settleOutcome, type WriteNeeds } from './outcome.ts'
import { declineBeforeDelete } from './decline-before-delete.ts'
import { planOccurrences, writeOccurrences } from './occurrences.ts'
import { readEventById } from './pull.ts'
import { changedLines } from './recurrence-lines.ts'
import type { GoogleEventFields } from './fields.ts'
import { readChanges, conferenceQuery, patch, getUpdates } from './send-event.ts'
import { changedFields, getContext } from './write-event.ts'

export function createWriting(needs: WriteNeeds): EventWriting {
  const { api, by } = needs
  return {
    create: (calendar, event, { key, notify }) =>
      settleOutcome(needs, calendar, undefined, () => create(needs, { calendar, event, key, notify })),
    isMadeWith: (key, { id }) => id === getId(key),
    update: (calendar, stored, event, { notify }) =>
      settleOutcome(needs, calendar, stored.id, async () => {
        const raw = readObject(JSON.parse(stored.raw))
        const fields = seriesFields(stored.event, event, raw, needs)
        if ('refused' in fields) return { outcome: 'refused', problem: fields.refused }
        const plan = planOccurrences(stored, event, raw, by)
        const isChanged = Object.keys(fields.fields).length > 0
        const series = isChanged
          ? await patch(api, calendar, stored.id, fields.fields, { version: stored.version, notify })
          : plan.length > 0
            ? raw
            : await readEventById(api, calendar, stored.id)
        const changes = isChanged || plan.length === 0 ? readChanges(series, needs) : []
        const written = await writeOccurrences(needs, {
          calendar,
          series: series ?? raw,
          event,
          plan,
          notify,
          isChanged,
        })
        if ('outcome' in written) return written
        return { outcome: 'stored', changes: [...changes, ...written.changes] }
      }),
    destroy: (calendar, stored, { notify }) =>
      settleOutcome(needs, calendar, stored.id, async () => {
        const declined = { id: stored.id, version: stored.version, raw: readObject(JSON.parse(stored.raw)) }
        const version = notify ? await declineBeforeDelete(api, calendar, declined) : stored.version
        const query = { sendUpdates: getUpdates(notify) }
        await api.send('DELETE', eventsPath(calendar, stored.id), query, { version }, 'deleting an event')
        return { outcome: 'stored', changes: [] }
      }).then((written): Written =>
        written.outcome === 'gone' ? { outcome: 'stored', changes: [] } : written,
      ),
    move: (from, to, stored, { notify }) =>
      settleOutcome(needs, from, stored.id, async () => {
        if (!(await living(api, from, stored.id))) {
          // An earlier move whose answer was lost: what is left here is a stub.
          const movedEvent = await living(api, to, stored.id)
          return movedEvent
            ? { outcome: 'stored', changes: readChanges(movedEvent, needs) }
            : { outcome: 'gone' }
        }
        const query = { destination: to, sendUpdates: getUpdates(notify) }
        const moved = await api.send(
          'POST',
          eventsPath(from, stored.id, 'move'),
          query,
          {},
          'moving an event',
        )
        return { outcome: 'stored', changes: readChanges(moved, needs) }
      }),
    answer: (calendar, stored, answer) =>
      settleOutcome(needs, calendar, stored.id, () => answerInvitation(needs, calendar, stored, answer)),
  }
}

/** Undefined where it is not, or is cancelled. */
async function living(api: CalendarApi, calendar: string, id: string): Promise<ReadonlyJson | undefined> {
  const event = await readEventById(api, calendar, id)
  return event?.['status'] === 'cancelled' ? undefined : event
}

interface EventCreation {
  calendar: string
  event: JsonObject
  key: string
  notify: boolean
}

/** The id follows from the key, so that Google itself refuses to make the event twice (409 `duplicate`). */
async function create(needs: WriteNeeds, { calendar, event, key, notify }: EventCreation): Promise<Written> {
  const { api, by } = needs
  const fields = seriesFields({}, event, undefined, needs)
  if ('refused' in fields) return { outcome: 'refused', problem: fields.refused }
  const isImport = await isInvitation(api, event)
  const id = getId(key)
  const query = { sendUpdates: getUpdates(notify), ...conferenceQuery(fields.fields) }
  const body = { ...fields.fields, id }
  const createdEvent = isImport
    ? await importInvitation(api, calendar, event, fields.fields)
    : await api
        .send('POST', eventsPath(calendar), query, { body }, 'making an event')
        .catch((error: unknown) => existing(needs, calendar, id, error))
  if (!createdEvent) return { outcome: 'gone' }
  if (createdEvent['status'] === 'cancelled') return { outcome: 'removed' }
  const plan = planOccurrences(undefined, event, createdEvent, by)
  const written = await writeOccurrences(needs, {
    calendar,
    series: createdEvent,
    event,
    plan,
    notify,
    isChanged: true,
  })
  if ('outcome' in written) return written
  return { outcome: 'stored', changes: [...readChanges(createdEvent, needs), ...written.changes] }
}

/** Hexadecimal digits are among those that Google takes for an id (base32hex). */
const getId = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 40)

async function existing(
  { api }: WriteNeeds,
  calendar: string,
  id: string,
  error: unknown,
): Promise<ReadonlyJson | undefined> {
  if (readObject(error)['reason'] !== 'duplicate') throw error
  return readEventById(api, calendar, id)
}

/** Returns the changed fields of the event or series itself; occurrences are events of their own. */
function seriesFields(
  before: JsonObject,
  after: JsonObject,
  raw: ReadonlyJson | undefined,
  { by }: WriteNeeds,
): GoogleEventFields {
  const changed = changedFields(before, after, raw, by)
  if ('refused' in changed) return changed
  const series = { before, after, context: getContext(after), wasContext: getContext(before) }
  const lines = changedLines(readStrings(raw?.['recurrence']), series, by)
  if (lines === undefined) return changed
  if ('cannot' in lines)
    return { refused: { problem: 'event-limit/cannot-repeat', provider: 'Google Calendar' } }
  if (raw === undefined && lines.lines.length === 0) return changed
  return { fields: { ...changed.fields, recurrence: lines.lines } }
}
