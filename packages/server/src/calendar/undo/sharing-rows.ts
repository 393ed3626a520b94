import type { EventObject } from '@plmail/calendar-format'
import type { Change, JournalItem } from '../../changes/index.ts'

/** An object shared through an address. Its row is kept whole: a removed address works again once it is restored. */
export type SharingType = 'ShareLink' | 'BookingPage'

export type SharedThing = {
  /** The columns of its row. */
  row: EventObject
  calendarIds: readonly number[]
  /** Bookings made on a page. */
  bookingIds: readonly number[]
}

interface JournalledRow extends SharedThing {
  id: number
}

const reading: Readonly<Record<SharingType, string>> = {
  // When it was looked at is nobody's decision.
  ShareLink: `
    select l.id, to_jsonb(l) - 'viewed_at' as row, array[]::bigint[] as "bookingIds",
      array(select calendar_id from share_link_calendar where link_id = l.id order by calendar_id) as "calendarIds"
    from share_link l where l.account_id = $1 and l.id = any ($2::bigint[])`,
  BookingPage: `
    select p.id, to_jsonb(p) as row,
      array(select id from booking where booking_page_id = p.id order by id) as "bookingIds",
      array(select calendar_id from booking_page_calendar where page_id = p.id order by calendar_id) as "calendarIds"
    from booking_page p where p.account_id = $1 and p.id = any ($2::bigint[])`,
}

export async function sharedThings(
  { tx, accountId }: Change,
  type: SharingType,
  ids: readonly number[],
): Promise<Map<number, SharedThing>> {
  const rows = ids.length === 0 ? [] : await tx.query<JournalledRow>(reading[type], [accountId, ids])
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}

/** Runs a write with an entry of the journal for what it made of the things named and of those that it answers. */
export async function journalled<Done>(
  change: Change,
  type: SharingType,
  ids: readonly number[],
  work: () => Promise<{ done: Done; createdIds: readonly number[] }>,
): Promise<Done> {
  const before = await sharedThings(change, type, ids)
  const { done, createdIds } = await work()
  const all = [...new Set([...before.keys(), ...createdIds])]
  const after = await sharedThings(change, type, all)
  const items = all.map((id): JournalItem => {
    const [was, is] = [before.get(id), after.get(id)]
    return { type, id, before: was ? { ...was } : null, after: is ? { ...is } : null }
  })
  change.journal(items)
  return done
}

/** Lists the objects that a request changes or removes. */
export const listJournalIds = <Id extends number>({
  update,
  destroy,
}: {
  update: ReadonlyMap<Id, unknown>
  destroy: readonly Id[]
}): Id[] => [...update.keys(), ...destroy]

const undoMs = 24 * 3_600_000

export const undoableFrom = (now: Date): Date => new Date(now.getTime() + undoMs)
