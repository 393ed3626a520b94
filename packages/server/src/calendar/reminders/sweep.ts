import { type EventObject, type Json, occurrenceObject, parseWallTime } from '@plmail/calendar-format'
import type { AccountId, CalendarEventId, ReminderId, UserId } from '@plmail/wire'
import type { Change, Changes } from '../../changes/index.ts'
import type { Clock } from '../../kit/clock.ts'
import { type Sql, insertRow } from '../../store/index.ts'
import { isTakenPartIn } from '../events/participation.ts'
import { type Alarm, type AlarmContext, alarmsBetween, nextAlarm } from './alarms.ts'

export interface SweepParts {
  database: Sql
  changes: Pick<Changes, 'write'>
  clock: Clock
  /** Returns the user's time zone, the minute of their all-day alarms, and their addresses. */
  getHabits(userId: UserId): Promise<Habits>
  /** Writes a reminder by mail down, in the change that it rings in; false where the user has no mailbox. */
  mail(change: Change, event: EventObject, reminder: MailedReminder): Promise<boolean>
}

/** A reminder by mail. It is sent until `usefulUntil` only; later it is reported as missed. */
export interface MailedReminder {
  id: ReminderId
  usefulUntil: Date
}

interface Habits {
  timeZone: string
  allDayMinute: number
  addresses: ReadonlySet<string>
}

const hourMs = 3_600_000
/** Milliseconds until a reminder that nobody noticed expires. */
const keptMs = 24 * hourMs
const atOnce = 200
const maxAccounts = 1_000

/** Rings what is due, once, in whichever process; returns how many rang. */
export async function sweep(parts: SweepParts): Promise<number> {
  const now = parts.clock.now()
  const accounts = await parts.database.query<{ accountId: AccountId }>(
    `select account_id as "accountId" from calendar_event where next_alarm_at <= $1
     union select account_id from reminder where state = 'snoozed' and snoozed_until <= $1 limit ${maxAccounts}`,
    [now],
  )
  let rang = 0
  for (const { accountId } of accounts) rang += await sweepAccount(parts, accountId, now)
  return rang
}

/** The account's lock makes it once: whoever comes second finds nothing due. */
async function sweepAccount(parts: SweepParts, accountId: AccountId, now: Date): Promise<number> {
  const cause = { actor: { kind: 'system' as const }, verb: 'remind' }
  let total = 0
  for (let isMore = true; isMore;) {
    const { result } = await parts.changes.write(accountId, cause, async (change) => {
      const habits = await parts.getHabits(change.userId)
      const woken = await wake(change, now)
      const due = await dueEvents(change, now)
      const rang = await ring(parts, change, { due, habits, now })
      return { rang: rang + woken, isMore: due.length === atOnce }
    })
    total += result.rang
    isMore = result.isMore
  }
  return total
}

interface DueEvent {
  id: CalendarEventId
  event: EventObject
  since: Date | number
  alertsWithTime: Json
  alertsWithoutTime: Json
}

function dueEvents({ tx, accountId }: Change, now: Date): Promise<DueEvent[]> {
  return tx.query<DueEvent>(
    `select e.id, e.event, e.alarms_since as since, c.alerts_with_time as "alertsWithTime",
       c.alerts_without_time as "alertsWithoutTime"
     from calendar_event e join calendar c on c.id = e.calendar_id
     where e.account_id = $1 and e.next_alarm_at <= $2 order by e.next_alarm_at, e.id limit ${atOnce}`,
    [accountId, now],
  )
}

interface DueRound {
  due: readonly DueEvent[]
  habits: Habits
  now: Date
}

async function ring(parts: SweepParts, change: Change, { due, habits, now }: DueRound): Promise<number> {
  const at = now.getTime()
  const rows = due.map(({ id, event, since, ...defaults }) => {
    const context: AlarmContext = { ...habits, ...defaults }
    const isSilent = event['status'] === 'cancelled' || !isTakenPartIn(event, habits.addresses)
    const from = Math.max(since instanceof Date ? since.getTime() : 0, at - keptMs)
    const alarms = isSilent ? [] : alarmsBetween(event, context, from, at)
    const next = isSilent ? undefined : nextAlarm(event, context, at)
    return { id, event, alarms, next: next === undefined ? null : new Date(getNextSweep(event, next, at)) }
  })
  let rang = 0
  for (const { id, event, alarms } of rows)
    for (const alarm of alarms)
      rang += (await keep(parts, change, { eventId: id, event, alarm, now: at })) ? 1 : 0
  await change.tx.query(
    `update calendar_event e set next_alarm_at = r.next, alarms_since = $2
     from jsonb_to_recordset($1::jsonb) as r (id bigint, next timestamptz) where e.id = r.id`,
    [JSON.stringify(rows.map(({ id, next }) => ({ id, next }))), now],
  )
  return rang
}

/**
 * Returns when to check an event again: early for all-day and floating events, as the user's zone and alarm minute may
 * change until then.
 */
function getNextSweep(event: EventObject, next: number, now: number): number {
  if (event['showWithoutTime'] !== true && typeof event['timeZone'] === 'string') return next
  const nearMs = 26 * hourMs
  return next - now > nearMs ? next - nearMs : Math.min(next, now + hourMs)
}

/** How long a reminder is of use: until the start, and an hour where it rings at the start or after it. */
const usefulUntil = ({ start, ringsAt }: Alarm): number => Math.max(start, ringsAt + hourMs)

interface RungAlarm {
  eventId: CalendarEventId
  event: EventObject
  alarm: Alarm
  now: number
}

async function keep(
  { mail }: SweepParts,
  change: Change,
  { eventId, event, alarm, now }: RungAlarm,
): Promise<boolean> {
  const isUseful = now <= usefulUntil(alarm)
  const [row] = await change.tx.query<{ id: ReminderId }>(
    ...insertRow(
      'reminder',
      {
        account_id: change.accountId,
        user_id: change.userId,
        event_id: eventId,
        uid: String(event['uid']),
        alert: alarm.alert,
        recurrence_id: alarm.recurrenceId,
        starts_at: new Date(alarm.start),
        ends_at: new Date(alarm.end),
        rings_at: new Date(alarm.ringsAt),
        action: alarm.action,
        state: isUseful ? 'ringing' : 'missed',
      },
      'on conflict do nothing returning id',
    ),
  )
  if (!row) return false
  const notice = { id: row.id, usefulUntil: new Date(usefulUntil(alarm)) }
  if (isUseful && alarm.action === 'email' && (await mail(change, getOccurrence(event, alarm), notice)))
    await change.tx.query(`update reminder set state = 'mailed' where id = $1`, [row.id])
  else change.created('Reminder', [row.id])
  return isUseful
}

/** Snoozed reminders whose time has come; those of meetings that are over are missed. */
async function wake(change: Change, now: Date): Promise<number> {
  const woken = await change.tx.query<{ id: number }>(
    `update reminder set state = case when ends_at < $2 and starts_at < $2 then 'missed' else 'ringing' end, snoozed_until = null
     where account_id = $1 and state = 'snoozed' and snoozed_until <= $2 returning id`,
    [change.accountId, now],
  )
  change.updated(
    'Reminder',
    woken.map(({ id }) => id),
  )
  return woken.length
}

function getOccurrence(event: EventObject, { recurrenceId }: Alarm): EventObject {
  const wall = parseWallTime(recurrenceId)
  return (wall === undefined ? undefined : occurrenceObject(event, wall)) ?? event
}
