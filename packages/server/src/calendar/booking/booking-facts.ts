import { dayMs } from '@plmail/calendar-format'
import type { BookingId, CalendarEventId } from '@plmail/wire'
import type { Sql } from '../../store/index.ts'
import { type BusyInterval, busyTimes, selectClaims } from './owner-busy-times.ts'
import type { BookingFacts, BusySpan } from './slot-availability.ts'
import { busyCalendars, type PageRow } from './page-rows.ts'
import type { BookingParts } from './booking-parts.ts'

/** A booking that is being moved: neither it nor its event is in its own way. */
export interface Except {
  bookingId: BookingId
  eventId: CalendarEventId | null
}

/** All that decides about slots of a page between two instants, as `sql` sees it. */
export async function selectFacts(
  { clock, owner }: Pick<BookingParts, 'clock' | 'owner'>,
  sql: Sql,
  page: PageRow,
  { from, to }: BusySpan,
  except?: Except,
): Promise<Omit<BookingFacts, 'busy'> & { busy: BusyInterval[] }> {
  const [accountIds, ownAddresses] = await Promise.all([
    owner.listAccounts(page.userId),
    owner.listAddresses(page.userId),
  ])
  // A slot reaches beyond its start by a day at most, buffers by hours; limits count whole weeks.
  const around = { from: from - dayMs, to: to + 2 * dayMs }
  const weeks = { from: from - 8 * dayMs, to: to + 9 * dayMs }
  const busy = await busyTimes(sql, {
    accountIds,
    calendarIds: busyCalendars(page),
    ...around,
    zone: page.settings.zone,
    ownAddresses,
    except: except?.eventId ?? null,
  })
  const claims = await selectClaims(sql, page.userId, {
    ...weeks,
    pageId: page.id,
    except: except?.bookingId ?? null,
  })
  return { now: clock.now().getTime(), busy, claims, own: claims.filter(({ isOwn }) => isOwn) }
}
