import { type EventObject, isSame, patchBetween } from '@plmail/calendar-format'
import { storedProblem } from '@plmail/wire'
import { type CalendarEvent } from '../../calendar/index.ts'
import type { Change } from '../../changes/index.ts'
import { recordConflict, type Struck } from './record-conflict.ts'
import { drop, putBack, removalsHere, type Waiting, waitingById } from './outbox-rows.ts'
import type { Pulling } from './pull-calendar.ts'
import {
  assembled,
  linkToEvent,
  selectOccurrences,
  type RemoteEvent,
  remoteEventById,
  remoteEventsHere,
} from './remote-events.ts'
import type { Came, SendNeeds } from './send-context.ts'
import { notifyConflicts } from './notify-conflicts.ts'

const cause = { actor: { kind: 'provider' as const }, verb: 'refused' }

/** The provider will not have it: it is as the provider has it, and what was decided is kept with the provider's words. */
export function refusePut(
  needs: SendNeeds,
  { kind }: Pick<Pulling, 'kind'>,
  waiting: Waiting,
  reason: string,
): Promise<Came> {
  return recordRefusal(needs, { kind, waiting, said: reason }, async (change) => {
    const [localEvent] = await needs.calendars.provided.get(change, [waiting.eventId])
    if (!localEvent) return []
    const row =
      (await remoteEventsHere(change.tx, [localEvent.id]))[0] ?? (await findLeftBehind(change, waiting))
    if (!row) {
      await needs.calendars.provided.remove(change, [localEvent.id])
      return [
        await recordConflict(change, localEvent, {
          kind: 'refused',
          fields: [],
          lost: localEvent.event,
          said: reason,
        }),
      ]
    }
    const event = assembled(row, await selectOccurrences(change.tx, row.calendarId, [row.remoteId]))
    const { id, source } = localEvent
    await needs.calendars.provided.put(change, [{ id, calendarId: row.calendarId, event, source }])
    const fields = Object.keys(patchBetween(event, localEvent.event))
    const place = { ...localEvent, calendarId: row.calendarId }
    return [
      await recordConflict(change, place, { kind: 'refused', fields, lost: localEvent.event, said: reason }),
    ]
  })
}

/** It had got there, and somebody has removed it since: it goes here as well, and what was decided after that try is kept. */
export async function removePut(needs: SendNeeds, waiting: Waiting, tried: EventObject): Promise<Came> {
  const reason = storedProblem({ problem: 'calendar/removed-at-source' })
  await recordTakenBack(needs, { kind: undefined, waiting, said: reason }, async (change) => {
    const [localEvent] = await needs.calendars.provided.get(change, [waiting.eventId])
    if (!localEvent) return []
    await needs.calendars.provided.remove(change, [localEvent.id])
    if (isSame(localEvent.event, tried)) return []
    return [
      await recordConflict(change, localEvent, {
        kind: 'removed-there',
        fields: [],
        lost: localEvent.event,
        said: null,
      }),
    ]
  })
  return 'settled'
}

/** It was on its way from another source, which still has it: it goes back there. */
async function findLeftBehind(change: Change, { eventId }: Waiting): Promise<RemoteEvent | undefined> {
  const [removal] = await removalsHere(change.tx, eventId)
  if (removal?.remoteEventId == null) return undefined
  await drop(change.tx, removal.id)
  await linkToEvent(change.tx, removal.remoteEventId, eventId)
  return remoteEventById(change.tx, removal.remoteEventId)
}

/** Handles a refused removal: the event that was removed locally is restored. */
export function refuseRemoval(
  needs: SendNeeds,
  { source, kind }: Pick<Pulling, 'source' | 'kind'>,
  waiting: Waiting,
  reason: string,
): Promise<Came> {
  return recordRefusal(needs, { kind, waiting, said: reason }, async (change) => {
    const row =
      waiting.remoteEventId === null ? undefined : await remoteEventById(change.tx, waiting.remoteEventId)
    if (!row) return []
    const event = assembled(row, await selectOccurrences(change.tx, row.calendarId, [row.remoteId]))
    const place = { id: undefined, calendarId: row.calendarId, event, source }
    const [back] = await needs.calendars.provided.put(change, [place])
    if (!back || !('id' in back)) return []
    await linkToEvent(change.tx, row.id, back.id)
    return [
      await recordConflict(change, back satisfies CalendarEvent, {
        kind: 'refused',
        fields: [],
        lost: null,
        said: reason,
      }),
    ]
  })
}

interface Refusal {
  /** Whose refusal it is; undefined where nobody refused anything. */
  kind: Pulling['kind'] | undefined
  waiting: Waiting
  said: string
}

async function recordRefusal(
  needs: SendNeeds,
  refusal: Refusal,
  takeBack: (change: Change) => Promise<Struck[]>,
): Promise<Came> {
  const count = await recordTakenBack(needs, refusal, takeBack)
  needs.log.event('sync.event-refused', { accountId: refusal.waiting.accountId, count })
  return 'settled'
}

/**
 * When it was changed again meanwhile, the newer decision has its own try. Answers how much of what was decided here was
 * not to be had, which its user is told.
 */
async function recordTakenBack(
  needs: SendNeeds,
  { kind, waiting, said }: Refusal,
  takeBack: (change: Change) => Promise<Struck[]>,
): Promise<number> {
  const { result } = await needs.changes.write(waiting.accountId, cause, async (change) => {
    const { userId } = change
    const now = await waitingById(change.tx, waiting.id)
    if (!now) return { userId, struck: [] as Struck[] }
    if (now.revision !== waiting.revision) {
      await putBack(change.tx, now.id, change.at, said)
      return { userId, struck: [] as Struck[] }
    }
    const struck = await takeBack(change)
    await drop(change.tx, now.id)
    return { userId, struck }
  })
  await notifyConflicts(needs.changes, result.userId, result.struck, kind)
  return result.struck.length
}
