import { createHash } from 'node:crypto'
import type { EventWriting, JsonObject, Written } from '../../contract/index.ts'
import { type ReadonlyJson, objectOf, stringsOf } from '../../contract/read-json.ts'
import { type CalendarApi, eventsOf } from './calendar-api.ts'
import { answerInvitation } from './answer.ts'
import { importInvitation, isInvitation } from './import-invitation.ts'
import { outcomeOf, type WriteNeeds } from './outcome.ts'
import { declineBeforeDelete } from './own-answer.ts'
import { planOccurrences, writeOccurrences } from './occurrences.ts'
import { readEventById } from './pull.ts'
import { changedLines } from './recurrence-lines.ts'
import type { GoogleEventFields } from './fields.ts'
import { changesOf, conferenceQuery, patch, updatesOf } from './send-event.ts'
import { changedFields, contextOf } from './write-event.ts'

export function writingOf(needs: WriteNeeds): EventWriting {
  const { api, by } = needs
  return {
    create: (calendar, event, { key, notify }) =>
      outcomeOf(needs, calendar, undefined, () => create(needs, { calendar, event, key, notify })),
    isMadeWith: (key, { id }) => id === idOf(key),
    update: (calendar, stored, event, { notify }) =>
      outcomeOf(needs, calendar, stored.id, async () => {
        const raw = objectOf(JSON.parse(stored.raw))
        const fields = seriesFields(stored.event, event, raw, needs)
        if ('refused' in fields) return { outcome: 'refused', said: fields.refused }
        const plan = planOccurrences(stored, event, raw, by)
        const isChanged = Object.keys(fields.fields).length > 0
        const series = isChanged
          ? await patch(api, calendar, stored.id, fields.fields, { version: stored.version, notify })
          : plan.length > 0
            ? raw
            : await readEventById(api, calendar, stored.id)
        const changes = isChanged || plan.length === 0 ? changesOf(series, needs) : []
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
      outcomeOf(needs, calendar, stored.id, async () => {
        const declined = { id: stored.id, version: stored.version, raw: objectOf(JSON.parse(stored.raw)) }
        const version = notify ? await declineBeforeDelete(api, calendar, declined) : stored.version
        const query = { sendUpdates: updatesOf(notify) }
        await api.send('DELETE', eventsOf(calendar, stored.id), query, { version }, 'deleting an event')
        return { outcome: 'stored', changes: [] }
      }).then((written): Written =>
        written.outcome === 'gone' ? { outcome: 'stored', changes: [] } : written,
      ),
    move: (from, to, stored, { notify }) =>
      outcomeOf(needs, from, stored.id, async () => {
        if (!(await living(api, from, stored.id))) {
          // An earlier move whose answer was lost: what is left here is a stub.
          const movedEvent = await living(api, to, stored.id)
          return movedEvent
            ? { outcome: 'stored', changes: changesOf(movedEvent, needs) }
            : { outcome: 'gone' }
        }
        const query = { destination: to, sendUpdates: updatesOf(notify) }
        const moved = await api.send('POST', eventsOf(from, stored.id, 'move'), query, {}, 'moving an event')
        return { outcome: 'stored', changes: changesOf(moved, needs) }
      }),
    answer: (calendar, stored, answer) =>
      outcomeOf(needs, calendar, stored.id, () => answerInvitation(needs, calendar, stored, answer)),
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
  if ('refused' in fields) return { outcome: 'refused', said: fields.refused }
  const isImport = await isInvitation(api, event)
  const id = idOf(key)
  const query = { sendUpdates: updatesOf(notify), ...conferenceQuery(fields.fields) }
  const body = { ...fields.fields, id }
  const made = isImport
    ? await importInvitation(api, calendar, event, fields.fields)
    : await api
        .send('POST', eventsOf(calendar), query, { body }, 'making an event')
        .catch((error: unknown) => existing(needs, calendar, id, error))
  if (!made) return { outcome: 'gone' }
  if (made['status'] === 'cancelled') return { outcome: 'removed' }
  const plan = planOccurrences(undefined, event, made, by)
  const written = await writeOccurrences(needs, {
    calendar,
    series: made,
    event,
    plan,
    notify,
    isChanged: true,
  })
  if ('outcome' in written) return written
  return { outcome: 'stored', changes: [...changesOf(made, needs), ...written.changes] }
}

/** Hexadecimal digits are among those that Google takes for an id (base32hex). */
const idOf = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 40)

async function existing(
  { api }: WriteNeeds,
  calendar: string,
  id: string,
  error: unknown,
): Promise<ReadonlyJson | undefined> {
  if (objectOf(error)['reason'] !== 'duplicate') throw error
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
  const series = { before, after, context: contextOf(after), wasContext: contextOf(before) }
  const lines = changedLines(stringsOf(raw?.['recurrence']), series, by)
  if (lines === undefined) return changed
  if ('cannot' in lines) return { refused: 'Google Calendar cannot repeat an event in this way.' }
  if (raw === undefined && lines.lines.length === 0) return changed
  return { fields: { ...changed.fields, recurrence: lines.lines } }
}
