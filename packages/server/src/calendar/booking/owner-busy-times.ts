import { isObject, occurrenceObject } from '@plmail/calendar-format'
import type { AccountId, BookingId, BookingPageId, CalendarEventId, CalendarId, UserId } from '@plmail/wire'
import type { Sql } from '../../store/index.ts'
import type { Taking } from '../types.ts'
import { isTakenPartIn } from '../events/participation.ts'
import { within } from '../events/events-in-range.ts'
import type { BusySpan } from './slot-availability.ts'

export interface OwnerBusyQuestion {
  accountIds: readonly AccountId[]
  calendarIds: readonly CalendarId[]
  /** Instants in milliseconds. */
  from: number
  to: number
  /** Time zone for all-day events and floating times. */
  zone: string
  ownAddresses: ReadonlySet<string>
  /** Event of the booking that is being moved, which must not block itself. */
  except?: CalendarEventId | null
}

export interface BusyInterval extends BusySpan {
  title: string
}

/** When the calendars say that their owner is busy. Privacy does not matter: a secret event takes its time as well. */
export async function busyTimes(
  sql: Sql,
  { accountIds, calendarIds, from, to, zone, ownAddresses, except }: OwnerBusyQuestion,
): Promise<BusyInterval[]> {
  const window = { from, to, timeZone: zone, calendarIds }
  const occupied: BusyInterval[] = []
  for (const accountId of accountIds)
    for (const taking of (await within(sql, accountId, window)).takings)
      if (taking.id !== except && isBusy(taking, ownAddresses))
        occupied.push({ from: taking.start, to: taking.end, title: getTitle(taking) })
  return occupied
}

function isBusy({ event, recurrenceId }: Taking, ownAddresses: ReadonlySet<string>): boolean {
  const occurrence = isObject(event['recurrenceOverrides']) ? occurrenceObject(event, recurrenceId) : event
  if (!occurrence || occurrence['status'] === 'cancelled' || occurrence['freeBusyStatus'] === 'free')
    return false
  return isTakenPartIn(occurrence, ownAddresses)
}

const getTitle = ({ event }: Taking): string => (typeof event['title'] === 'string' ? event['title'] : '')

/** Lists the owner's bookings that overlap the time; `isOwn` when made on this page. */
export async function selectClaims(
  sql: Sql,
  userId: UserId,
  { from, to, pageId, except = null }: BusySpan & { pageId: BookingPageId | null; except?: BookingId | null },
): Promise<Array<BusySpan & { isOwn: boolean }>> {
  const rows = await sql.query<{ startsAt: Date; endsAt: Date; isOwn: boolean }>(
    `select starts_at as "startsAt", ends_at as "endsAt", booking_page_id is not distinct from $5 as "isOwn" from booking
     where user_id = $1 and cancelled_at is null and event_id is not null
       and tstzrange(starts_at, ends_at) && tstzrange($2, $3) and id is distinct from $4`,
    [userId, new Date(from), new Date(to), except, pageId],
  )
  return rows.map(({ startsAt, endsAt, isOwn }) => ({
    from: startsAt.getTime(),
    to: endsAt.getTime(),
    isOwn,
  }))
}
