import { type EventObject, isObject, type Json } from '@plmail/calendar-format'
import type { AccountId, UserId } from '@plmail/wire'
import { type Calendars } from '../../calendar/index.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Database } from '../../store/index.ts'
import {
  selectConflict,
  type ConflictRow,
  selectConflicts,
  dropConflict,
  purgeConflicts,
} from './conflict-rows.ts'
import type { CalendarConflicts } from './types.ts'

export interface ConflictNeeds {
  database: Database
  calendars: Pick<Calendars, 'list' | 'events'>
  clock: Clock
}

/** Creates the list of conflicts: local decisions that were overridden, to be reviewed and restored. */
export function createConflicts(needs: ConflictNeeds): CalendarConflicts {
  const { database, calendars, clock } = needs
  return {
    list: async (accountId) => {
      const rows = await selectConflicts(database, accountId)
      const ids = [...new Set(rows.map(({ eventId }) => eventId))]
      const now = new Map(
        (await calendars.events.get(accountId, ids)).map((event) => [event.id, event.event]),
      )
      return rows.map((row) => ({ ...row, now: now.get(row.eventId) ?? null }))
    },
    settle: async (userId, accountId, id, keep) => {
      const row = await selectConflict(database, accountId, id)
      if (!row) return 'not-found'
      if (keep === 'mine' && !(await decideAgain(needs, userId, accountId, row))) return 'not-possible'
      await dropConflict(database, accountId, id)
      return 'settled'
    },
    purge: () => purgeConflicts(database, clock.now()),
  }
}

const nothing = { create: [], update: new Map(), destroy: [] }

/** Whether what was lost could be done once more. */
async function decideAgain(
  { calendars }: ConflictNeeds,
  userId: UserId,
  accountId: AccountId,
  { eventId, calendarId, lost, fields }: ConflictRow,
): Promise<boolean> {
  const [localEvent] = await calendars.events.get(accountId, [eventId])
  if (lost === null) {
    if (!localEvent) return true
    const outcome = await calendars.events.set(userId, accountId, { ...nothing, destroy: [eventId] })
    return outcome !== 'state-mismatch' && outcome.destroyed.has(eventId)
  }
  if (localEvent) {
    const patch = Object.fromEntries(fields.map((field) => [field, valueAt(lost, field)]))
    const update = new Map([[eventId, { patch }]])
    const outcome = await calendars.events.set(userId, accountId, { ...nothing, update })
    const updated = outcome === 'state-mismatch' ? undefined : outcome.updated.get(eventId)
    return updated !== undefined && 'id' in updated
  }
  const open = (await calendars.list(accountId)).filter((calendar) => !calendar.isReadOnly)
  const place =
    open.find((calendar) => calendar.id === calendarId) ??
    open.find((calendar) => calendar.isDefault) ??
    open[0]
  if (!place) return false
  const create = [{ calendarId: place.id, event: lost, source: 'user' as const }]
  const outcome = await calendars.events.set(userId, accountId, { ...nothing, create })
  const [created] = outcome === 'state-mismatch' ? [] : outcome.created
  return created !== undefined && 'id' in created
}

/** Returns the value at a pointer without its first slash; null, which removes a property, where there is none. */
function valueAt(event: EventObject, pointer: string): Json {
  let at: Json = event
  for (const part of pointer.split('/').map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))) {
    if (!isObject(at) || !Object.hasOwn(at, part)) return null
    at = at[part] ?? null
  }
  return at
}
