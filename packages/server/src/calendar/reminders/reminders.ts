import { type EventObject, occurrenceObject, parseWallTime } from '@plmail/calendar-format'
import type { AccountId, CalendarEventId, CalendarId, ReminderId, UserId } from '@plmail/wire'
import { sweep, type SweepParts } from './sweep.ts'

/** An alarm that rang, and that nobody has silenced. */
export interface ReminderView {
  id: ReminderId
  eventId: CalendarEventId
  calendarId: CalendarId
  uid: string
  alert: string
  recurrenceId: string
  title: string
  place: string
  isAllDay: boolean
  start: Date
  end: Date
  /** IANA, the event's own; null where it has none. */
  timeZone: string | null
  ringsAt: Date
  state: 'ringing' | 'snoozed' | 'missed'
  snoozedUntil: Date | null
}

/** Later than any meeting is of use. */
const maxSnoozeMs = 7 * 86_400_000

interface Silenced {
  done: ReminderId[]
  refused: ReadonlyMap<ReminderId, 'not-found' | 'out-of-range'>
  oldState: number
  newState: number
}

export interface Reminders {
  /** Lists reminders that ring, wait, or were missed. All when `ids` is null. */
  list(accountId: AccountId, ids: readonly ReminderId[] | null): Promise<ReminderView[]>
  /**
   * Undefined silences it for good, also in every other calendar that has the meeting. Does nothing when the account is
   * not in `ifState`.
   */
  silence(
    userId: UserId,
    accountId: AccountId,
    snoozes: ReadonlyMap<ReminderId, Date | undefined>,
    ifState?: number,
  ): Promise<Silenced | 'state-mismatch'>
  /** Rings what is due; every minute. Returns how many rang. */
  sweep(): Promise<number>
  /** Forgets what is long over; returns how many. */
  purge(): Promise<number>
}

interface Row extends Omit<ReminderView, 'title' | 'place' | 'isAllDay' | 'timeZone'> {
  event: EventObject
}

export function createReminders(parts: SweepParts): Reminders {
  const { database, changes, clock } = parts
  return {
    list: async (accountId, ids) => {
      const rows = await database.query<Row>(
        `select r.id, r.event_id as "eventId", e.calendar_id as "calendarId", r.uid, r.alert,
           r.recurrence_id as "recurrenceId", r.starts_at as start, r.ends_at as "end", r.rings_at as "ringsAt", r.state,
           r.snoozed_until as "snoozedUntil", e.event
         from reminder r join calendar_event e on e.id = r.event_id
         where r.account_id = $1 and r.state in ('ringing', 'snoozed', 'missed') and ($2::bigint[] is null or r.id = any ($2))
         order by r.starts_at, r.id limit 200`,
        [accountId, ids],
      )
      return rows.map(toView)
    },
    silence: async (userId, accountId, snoozes, ifState) => {
      const cause = { actor: { kind: 'user' as const, userId }, verb: 'silence' }
      const { result, state } = await changes.write(accountId, cause, async (change) => {
        if (ifState !== undefined && ifState !== change.state - 1) return 'state-mismatch'
        const refused = new Map<ReminderId, 'not-found' | 'out-of-range'>()
        const done: ReminderId[] = []
        const latest = change.at.getTime() + maxSnoozeMs
        for (const [id, until] of snoozes) {
          const isOut = until && (until <= change.at || until.getTime() > latest)
          const rows = isOut
            ? []
            : await change.tx.query(
                `update reminder set state = $3, snoozed_until = $4
                 where account_id = $1 and id = $2 and state in ('ringing', 'snoozed', 'missed') returning 1`,
                [accountId, id, until ? 'snoozed' : 'acknowledged', until ?? null],
              )
          if (rows.length > 0) done.push(id)
          else refused.set(id, isOut ? 'out-of-range' : 'not-found')
        }
        change.updated('Reminder', done)
        return { done, refused, oldState: change.state - 1 }
      })
      return result === 'state-mismatch' ? result : { ...result, newState: state }
    },
    sweep: () => sweep(parts),
    purge: async () => {
      const weekAgo = new Date(clock.now().getTime() - maxSnoozeMs)
      const gone = await database.query(
        `delete from reminder where starts_at < $1 and rings_at < $1 and coalesce(snoozed_until, '-infinity') < $1 returning 1`,
        [weekAgo],
      )
      return gone.length
    },
  }
}

function toView({ event, ...row }: Row): ReminderView {
  const wall = parseWallTime(row.recurrenceId)
  const described = (wall === undefined ? undefined : occurrenceObject(event, wall)) ?? event
  return {
    ...row,
    title: readText(described['title']),
    place: getPlace(described),
    timeZone: readText(described['timeZone']) || null,
    isAllDay: described['showWithoutTime'] === true,
  }
}

const readText = (json: unknown): string => (typeof json === 'string' ? json.trim() : '')

/** Returns the address to join at, or the place. */
function getPlace({ locations, virtualLocations }: EventObject): string {
  const [named] = Object.values(locations ?? {}) as Array<{ name?: unknown }>
  const [virtual] = Object.values(virtualLocations ?? {}) as Array<{ uri?: unknown }>
  return readText(virtual?.uri) || readText(named?.name)
}
