import type { AccountId, BookingPageId, CalendarId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import type { Random } from '../../kit/random.ts'
import { type OwnCalendar, ownCalendars } from '../calendars/own-calendars.ts'
import { computeDigest, mintToken } from '../public-token.ts'
import type {
  BookingPage,
  BookingPageFields,
  BookingPageOutcome,
  BookingPageRefusal,
  BookingPageRequest,
} from './types.ts'
import { selectPages } from './page-rows.ts'

/** More than anybody offers themselves on. */
const maxPages = 100

/** See `Booking.pages.set`. `accountIds` are those whose calendars may be used. */
export async function setPages(
  change: Change,
  { random, accountIds }: { random: Random; accountIds: readonly AccountId[] },
  { create, update, destroy }: BookingPageRequest,
): Promise<Omit<BookingPageOutcome, 'oldState' | 'newState'>> {
  const pageById = new Map((await selectPages(change.tx, change.accountId)).map((page) => [page.id, page]))
  const own = await ownCalendars(change.tx, accountIds)
  const created: BookingPageOutcome['created'] = []
  for (const fields of create) {
    const refusal = pageById.size + created.length >= maxPages ? 'too-many' : findRefusal(fields, own)
    const busyCalendarIds = fields.busyCalendarIds ?? busyByDefault(own)
    created.push(refusal ?? (await insert(change, random, { ...fields, busyCalendarIds })))
  }
  const refusedUpdates = new Map<BookingPageId, BookingPageRefusal>()
  for (const [id, fields] of update) {
    const before = pageById.get(id)
    const refusal = before ? findRefusal(fields, own) : 'not-found'
    if (refusal) refusedUpdates.set(id, refusal)
    else if (before) await save(change, { ...before, ...fields })
  }
  const destroyed = new Set(destroy.filter((id) => pageById.has(id)))
  if (destroyed.size > 0) {
    await change.tx.query('delete from booking_page where account_id = $1 and id = any ($2::bigint[])', [
      change.accountId,
      [...destroyed],
    ])
    change.destroyed('BookingPage', [...destroyed])
  }
  return { created, refusedUpdates, destroyed }
}

/** A page must not double-book its owner because nobody thought of a calendar. */
const busyByDefault = (own: ReadonlyMap<CalendarId, OwnCalendar>): CalendarId[] =>
  [...own.values()].flatMap(({ id, makesBusy }) => (makesBusy ? [id] : []))

function findRefusal(
  { destinationId, busyCalendarIds = [] }: Partial<BookingPageFields>,
  own: ReadonlyMap<CalendarId, OwnCalendar>,
): BookingPageRefusal | undefined {
  if (!busyCalendarIds.every((id) => own.has(id))) return 'unknown-calendar'
  if (destinationId === undefined) return undefined
  const destination = own.get(destinationId)
  if (!destination) return 'unknown-calendar'
  return destination.isReadOnly ? 'read-only' : undefined
}

async function insert(
  change: Change,
  random: Random,
  fields: BookingPageFields,
): Promise<{ page: BookingPage; token: string }> {
  const token = mintToken(random)
  const [inserted] = await change.tx.query<{ id: BookingPageId }>(
    `insert into booking_page (account_id, user_id, token_digest, created_at, name, is_enabled, destination_id, settings)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
    [change.accountId, change.userId, computeDigest(token), change.at, ...values(fields)],
  )
  if (!inserted) throw new Error('insert returned nothing')
  await saveCalendars(change, inserted.id, fields.busyCalendarIds)
  change.created('BookingPage', [inserted.id])
  return { page: { ...fields, id: inserted.id, createdAt: change.at }, token }
}

async function save(change: Change, page: BookingPage): Promise<void> {
  await change.tx.query(
    `update booking_page set name = $3, is_enabled = $4, destination_id = $5, settings = $6
     where account_id = $1 and id = $2`,
    [change.accountId, page.id, ...values(page)],
  )
  await change.tx.query('delete from booking_page_calendar where page_id = $1', [page.id])
  await saveCalendars(change, page.id, page.busyCalendarIds)
  change.updated('BookingPage', [page.id])
}

/** See `Booking.pages.renew`. */
export async function renewPage(
  change: Change,
  random: Random,
  id: BookingPageId,
): Promise<string | undefined> {
  const token = mintToken(random)
  const renewed = await change.tx.query(
    'update booking_page set token_digest = $3, is_enabled = true where account_id = $1 and id = $2 returning 1',
    [change.accountId, id, computeDigest(token)],
  )
  if (renewed.length === 0) return undefined
  change.updated('BookingPage', [id])
  return token
}

async function saveCalendars(change: Change, id: BookingPageId, ids: readonly CalendarId[]): Promise<void> {
  await change.tx.query(
    'insert into booking_page_calendar (page_id, calendar_id) select $1, c from unnest($2::bigint[]) c on conflict do nothing',
    [id, ids],
  )
}

const values = ({ name, isEnabled, destinationId, settings }: Omit<BookingPage, 'id' | 'createdAt'>) => [
  name,
  isEnabled,
  destinationId,
  JSON.stringify(settings),
]
