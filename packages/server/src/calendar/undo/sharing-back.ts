import { type EventObject, isSame } from '@plmail/calendar-format'
import type { Change, JournalItem } from '../../changes/index.ts'
import { type SharedThing, type SharingType, sharedThings } from './sharing-rows.ts'

/** Takes back what an entry of the journal says of share links and booking pages. */
export async function sharingBack(
  change: Change,
  items: readonly JournalItem[],
): Promise<{ restored: number[]; skipped: number[] }> {
  const restored: number[] = []
  const skipped: number[] = []
  for (const { type, id, before, after } of items) {
    if (type !== 'ShareLink' && type !== 'BookingPage') continue
    // Written by `journalled`.
    const history = { was: before as SharedThing | null, became: after as SharedThing | null }
    ;((await restoreObject(change, type, id, history)) ? restored : skipped).push(id)
  }
  return { restored, skipped }
}

async function restoreObject(
  change: Change,
  type: SharingType,
  id: number,
  { was, became }: { was: SharedThing | null; became: SharedThing | null },
): Promise<boolean> {
  const now = (await sharedThings(change, type, [id])).get(id)
  if (was && !became) return now === undefined && bringBack(change, type, id, was)
  if (!now || !became) return false
  // What somebody has booked on is not taken away from under them.
  if (!was) return now.bookingIds.length === 0 && isSame(now.row, became.row) && takeAway(change, type, id)
  const standing = Object.keys(was.row).filter((name) => isSame(now.row[name], became.row[name]))
  const row: EventObject = Object.fromEntries(
    Object.entries(now.row).map(([name, value]) => [
      name,
      standing.includes(name) ? (was.row[name] ?? null) : value,
    ]),
  )
  const isTouched = !isSame([...now.calendarIds], [...became.calendarIds])
  await change.tx.query(writing[type].update, [change.accountId, JSON.stringify(row)])
  if (!isTouched) await saveCalendars(change, type, id, was.calendarIds)
  change.updated(type, [id])
  return true
}

const writing: Readonly<
  Record<SharingType, Record<'insert' | 'update' | 'remove' | 'leave' | 'join', string>>
> = {
  ShareLink: {
    insert: `
      insert into share_link overriding system value
      select (jsonb_populate_record(null::share_link, $1::jsonb)).*`,
    update: `
      update share_link l set name = r.name, details = r.details, window_kind = r.window_kind,
        rolling_days = r.rolling_days, starts_on = r.starts_on, ends_on = r.ends_on, expires_on = r.expires_on,
        revoked_at = r.revoked_at
      from jsonb_populate_record(null::share_link, $2::jsonb) r where l.account_id = $1 and l.id = r.id`,
    remove: 'delete from share_link where account_id = $1 and id = $2',
    leave: 'delete from share_link_calendar where link_id = $1',
    join: `
      insert into share_link_calendar (link_id, calendar_id)
      select $1, id from calendar where id = any ($2::bigint[])`,
  },
  BookingPage: {
    // The calendar that it books into may have gone meanwhile.
    insert: `
      insert into booking_page overriding system value
      select (jsonb_populate_record(r, jsonb_build_object('destination_id',
        (select id from calendar where id = r.destination_id)))).*
      from jsonb_populate_record(null::booking_page, $1::jsonb) r`,
    update: `
      update booking_page p set name = r.name, is_enabled = r.is_enabled, settings = r.settings,
        destination_id = (select id from calendar where id = r.destination_id)
      from jsonb_populate_record(null::booking_page, $2::jsonb) r where p.account_id = $1 and p.id = r.id`,
    remove: 'delete from booking_page where account_id = $1 and id = $2',
    leave: 'delete from booking_page_calendar where page_id = $1',
    join: `
      insert into booking_page_calendar (page_id, calendar_id)
      select $1, id from calendar where id = any ($2::bigint[])`,
  },
}

/** Under its old id, with the token that it had. */
async function bringBack(
  change: Change,
  type: SharingType,
  id: number,
  { row, calendarIds, bookingIds }: SharedThing,
): Promise<boolean> {
  await change.tx.query(writing[type].insert, [JSON.stringify(row)])
  await saveCalendars(change, type, id, calendarIds)
  if (bookingIds.length > 0)
    await change.tx.query(
      `update booking set booking_page_id = $1
       where user_id = $2 and id = any ($3::bigint[]) and booking_page_id is null`,
      [id, change.userId, bookingIds],
    )
  change.created(type, [id])
  return true
}

async function takeAway(change: Change, type: SharingType, id: number): Promise<boolean> {
  await change.tx.query(writing[type].remove, [change.accountId, id])
  change.destroyed(type, [id])
  return true
}

async function saveCalendars(
  { tx }: Change,
  type: SharingType,
  id: number,
  calendarIds: readonly number[],
): Promise<void> {
  await tx.query(writing[type].leave, [id])
  await tx.query(writing[type].join, [id, calendarIds])
}
