import { type EventObject, patchBetween, withoutScheduleStatus } from '@plmail/calendar-format'
import type { CalendarEventNotificationId } from '@plmail/wire'
import type { Actor, Change } from '../../changes/index.ts'
import type { WrittenBy } from '../types.ts'
import type { EventNews, Via } from './event-news.ts'
import { type EventWrite, toJournalItems } from './event-items.ts'

/** Kept of an account, the newest; more nobody reads. */
export const maxRetained = 200
/** Noted of one write: whoever changes more at once has moved a calendar, and a list of that says nothing. */
const maxPerWrite = 50
/** Limit of an event's text, and of its patch's; a title and a time always fit. */
const maxTextLength = 8 * 1024

const undoHours = 24

/** Tells the user of what a booker or a message wrote; what the user wrote, or this server by itself, is no news. */
export async function noteWrites(
  change: Change,
  writes: readonly EventWrite[],
  by?: WrittenBy,
): Promise<void> {
  const via = getVia(change.cause.actor)
  if (via) await keep(change, via, writes.slice(0, maxPerWrite).flatMap(toNews), by)
}

const getVia = ({ kind }: Actor): Via | undefined =>
  kind === 'booking' || kind === 'mail' ? kind : undefined

/**
 * Tells the user of what was changed where the calendar is kept. Nobody here decided it, so each change has an entry of the
 * journal by itself, with which it can be taken back.
 */
export async function noteTold(change: Change, writes: readonly EventWrite[]): Promise<void> {
  const undoableUntil = new Date(change.at.getTime() + undoHours * 3_600_000)
  const news: EventNews[] = []
  for (const write of writes.slice(0, maxPerWrite))
    for (const notice of toNews(write)) {
      const aside = await change.aside({ actor: { kind: 'provider' }, verb: 'changed-there', undoableUntil })
      aside.journal(toJournalItems(write))
      news.push({ ...notice, journalId: aside.journalId() })
    }
  await keep(change, 'provider', news)
}

function toNews({ before, after }: EventWrite): EventNews[] {
  const event = before ?? after
  if (!event) return []
  const news = { eventId: event.id, event: shortened(event.event), patch: null, journalId: null }
  if (!before) return [{ ...news, type: 'created' }]
  if (!after) return [{ ...news, type: 'destroyed' }]
  const patch = decided(patchBetween(withoutScheduleStatus(before.event), withoutScheduleStatus(after.event)))
  return Object.keys(patch).length === 0 ? [] : [{ ...news, type: 'updated', patch: shortened(patch) }]
}

/** Properties that servers write by themselves, and per-user properties (JMAP Calendars §5.3). */
const nobodysDecision: ReadonlySet<string> = new Set([
  '@type',
  'version',
  'prodId',
  'method',
  'created',
  'updated',
  'sequence',
  'relatedTo',
  'keywords',
  'categories',
  'color',
  'alerts',
  'useDefaultAlerts',
  'freeBusyStatus',
  'showAsBusy',
])

const decided = (patch: EventObject): EventObject =>
  Object.fromEntries(
    Object.entries(patch).filter(([name]) => !nobodysDecision.has(name) && !name.includes(':')),
  )

/** Without what would make it longer than is kept; short properties first, so that title and time stay. */
function shortened(json: EventObject): EventObject {
  let length = 0
  const fits = new Set(
    Object.entries(json)
      .map(([name, value]) => ({ name, size: name.length + JSON.stringify(value).length }))
      .sort((a, b) => a.size - b.size)
      .filter(({ size }) => (length += size) <= maxTextLength)
      .map(({ name }) => name),
  )
  return Object.fromEntries(Object.entries(json).filter(([name]) => fits.has(name)))
}

async function keep(change: Change, via: Via, news: readonly EventNews[], by?: WrittenBy): Promise<void> {
  if (news.length === 0) return
  const inserted = await change.tx.query<{ id: CalendarEventNotificationId }>(
    `insert into event_notification (account_id, event_id, at, type, via, name, email, comment, event, patch, journal_id)
     select $1, "eventId", $2, type, $3, $4, $5, $6, event, patch, "journalId"
     from jsonb_to_recordset($7::jsonb) as one ("eventId" bigint, type text, event jsonb, patch jsonb, "journalId" bigint)
     returning id`,
    [
      change.accountId,
      change.at,
      via,
      by?.name ?? '',
      by?.email ?? null,
      by?.comment ?? null,
      JSON.stringify(news),
    ],
  )
  change.created('CalendarEventNotification', getIds(inserted))
  const gone = await change.tx.query<{ id: CalendarEventNotificationId }>(
    `delete from event_notification where account_id = $1 and id <= (
       select id from event_notification where account_id = $1 order by id desc offset $2 limit 1) returning id`,
    [change.accountId, maxRetained],
  )
  change.destroyed('CalendarEventNotification', getIds(gone))
}

const getIds = <Id>(rows: ReadonlyArray<{ id: Id }>): Id[] => rows.map(({ id }) => id)
