import type { AccountId, MailboxId, MessageId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import type { Sql } from '../../store/index.ts'

/** Snooze and follow-up of a message, as clients see them. */
export interface EmailMarks {
  /** While it lies among the snoozed; after it came back, while it lies in the Inbox. */
  snoozed: SnoozedView | null
  followUp: FollowUpView | null
}

interface SnoozedView {
  until: Date
  /** When it came back; null while it is away. */
  wokenAt: Date | null
  wokenBy: 'time' | 'answer' | null
}

interface FollowUpView {
  at: Date
  /** Nobody answered by then. */
  isDue: boolean
}

/** A snooze in the journal; times are RFC 3339, since entries are read back from JSON. */
interface SnoozeMark {
  until: string
  /** The mailboxes it left. */
  wasIn: MailboxId[]
}

/** A message's marks as writing sees them: null where there is none, or none any more. */
export interface Marks {
  snoozed: SnoozeMark | null
  followUp: string | null
}

export const noMarks: Marks = { snoozed: null, followUp: null }

/** Returns the marks of the account's messages; one that returned is no longer snoozed. */
export async function selectMarks(
  sql: Sql,
  accountId: AccountId,
  ids: readonly MessageId[],
): Promise<Map<MessageId, Marks>> {
  const rows = await sql.prepared<MarkRow>(
    'mail-marks',
    `select wanted.id, s.until, s.was_in as "wasIn", f.remind_at as "remindAt"
     from unnest($2::bigint[]) as wanted (id)
     left join snooze s on s.message_id = wanted.id and s.account_id = $1 and s.woken_at is null
     left join follow_up f on f.message_id = wanted.id and f.account_id = $1
     where s.message_id is not null or f.message_id is not null`,
    [accountId, ids],
  )
  return new Map(
    rows.map(({ id, until, wasIn, remindAt }) => [
      id,
      {
        snoozed: until && { until: until.toISOString(), wasIn: wasIn ?? [] },
        followUp: remindAt && remindAt.toISOString(),
      },
    ]),
  )
}

interface MarkRow {
  id: MessageId
  until: Date | null
  wasIn: MailboxId[] | null
  remindAt: Date | null
}

/** Writes the marks of messages, with the statements that are under way. */
export function sendMarks(change: Change, marks: ReadonlyArray<{ id: MessageId; marks: Marks }>): void {
  if (marks.length === 0) return
  const rows = marks.map(({ id, marks: { snoozed, followUp } }) => ({
    id,
    until: snoozed?.until ?? null,
    wasIn: snoozed?.wasIn ?? [],
    remindAt: followUp,
  }))
  change.tx.send('mail-write-marks', writeText, [JSON.stringify(rows), change.accountId])
}

/** A mark that stays as it was keeps what became of it. */
const writeText = `
  with wanted as materialized (
    select * from jsonb_to_recordset($1::jsonb)
      as x (id bigint, until timestamptz, "wasIn" bigint[], "remindAt" timestamptz)),
  awake as (
    delete from snooze s using wanted w
    where s.message_id = w.id and s.account_id = $2 and w.until is null and s.woken_at is null),
  asleep as (
    insert into snooze (message_id, account_id, until, was_in)
    select id, $2, until, "wasIn" from wanted where until is not null
    on conflict (message_id) do update
      set until = excluded.until, was_in = excluded.was_in, woken_at = null, woken_by = null),
  forgotten as (
    delete from follow_up f using wanted w
    where f.message_id = w.id and f.account_id = $2 and w."remindAt" is null)
  insert into follow_up (message_id, account_id, remind_at)
  select id, $2, "remindAt" from wanted where "remindAt" is not null
  on conflict (message_id) do update set remind_at = excluded.remind_at, due_at = null
    where follow_up.remind_at <> excluded.remind_at`

/** See `Snooze.marks`. */
export async function selectShownMarks(
  sql: Sql,
  accountId: AccountId,
  ids: readonly MessageId[],
): Promise<Map<MessageId, EmailMarks>> {
  const rows = await sql.prepared<ShownRow>(
    'mail-shown-marks',
    `select wanted.id, s.until, s.woken_at as "wokenAt", s.woken_by as "wokenBy",
       f.remind_at as "remindAt", f.due_at is not null as "isDue"
     from unnest($2::bigint[]) as wanted (id)
     left join snooze s on s.message_id = wanted.id and s.account_id = $1 and exists (
       select from message_mailbox mm join mailbox b on b.id = mm.mailbox_id
       where mm.message_id = s.message_id
         and b.role = case when s.woken_at is null then 'snoozed' else 'inbox' end)
     left join follow_up f on f.message_id = wanted.id and f.account_id = $1
     where s.message_id is not null or f.message_id is not null`,
    [accountId, ids],
  )
  return new Map(
    rows.map(({ id, until, wokenAt, wokenBy, remindAt, isDue }) => [
      id,
      {
        snoozed: until && { until, wokenAt, wokenBy },
        followUp: remindAt && { at: remindAt, isDue },
      },
    ]),
  )
}

interface ShownRow {
  id: MessageId
  until: Date | null
  wokenAt: Date | null
  wokenBy: 'time' | 'answer' | null
  remindAt: Date | null
  isDue: boolean
}
