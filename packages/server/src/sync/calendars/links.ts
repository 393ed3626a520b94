import type { AccountId, CalendarId, CalendarSourceId } from '@plmail/wire'
import type { Sql } from '../../store/index.ts'

/** The calendar's properties as the source last reported them; a local value that differs was chosen locally. */
export interface ReportedCalendar {
  name: string
  description: string | null
  color: string | null
  timeZone: string | null
}

/** The link between a local calendar and one at a source. */
export interface Link {
  calendarId: CalendarId
  sourceId: CalendarSourceId
  accountId: AccountId
  remoteId: string
  lastSynced: ReportedCalendar
  /** Given here, because the source's own is another calendar's; null where the source's was taken. */
  assignedColor: string | null
  mayWrite: boolean
  mayWatch: boolean
  /** Addresses for which the source itself tells people of meetings: `RemoteCalendar.tellsFor`. */
  tellsFor: string[]
  cursor: string | null
  reading: number
  readAnewAt: Date | null
  shrunkenAt: Date | null
  missingSince: Date | null
  failures: number
  dueAt: Date | null
  unwatchable: boolean
}

const columns = `calendar_id as "calendarId", source_id as "sourceId", account_id as "accountId", remote_id as "remoteId",
  last_synced as "lastSynced", assigned_color as "assignedColor", may_write as "mayWrite", may_watch as "mayWatch", tells_for as "tellsFor", cursor, reading, read_anew_at as "readAnewAt",
  shrunken_at as "shrunkenAt", missing_since as "missingSince", failures, due_at as "dueAt", unwatchable`

export const linksOfSource = (sql: Sql, id: CalendarSourceId): Promise<Link[]> =>
  sql.query<Link>(`select ${columns} from calendar_link where source_id = $1 order by calendar_id`, [id])

export const selectLinks = (sql: Sql, ids: readonly CalendarId[]): Promise<Link[]> =>
  sql.query<Link>(`select ${columns} from calendar_link where calendar_id = any($1::bigint[])`, [ids])

/** Lists the sources from which the accounts' calendars come. */
export async function selectSources(sql: Sql, ids: readonly AccountId[]): Promise<CalendarSourceId[]> {
  const rows = await sql.query<{ sourceId: CalendarSourceId }>(
    `select distinct source_id as "sourceId" from calendar_link where account_id = any($1::bigint[])`,
    [ids],
  )
  return rows.map(({ sourceId }) => sourceId)
}

/** The addresses for which the sources of these calendars tell people themselves; calendars without any are left out. */
export async function selectAddressesToldByServer(
  sql: Sql,
  ids: readonly CalendarId[],
): Promise<Map<CalendarId, readonly string[]>> {
  const links = await selectLinks(sql, ids)
  return new Map(
    links.flatMap(({ calendarId, tellsFor }) =>
      tellsFor.length > 0 ? [[calendarId, tellsFor] as const] : [],
    ),
  )
}

export async function selectLink(sql: Sql, id: CalendarId): Promise<Link | undefined> {
  return (await selectLinks(sql, [id]))[0]
}

type NewLink = Pick<
  Link,
  | 'calendarId'
  | 'sourceId'
  | 'accountId'
  | 'remoteId'
  | 'lastSynced'
  | 'assignedColor'
  | 'mayWrite'
  | 'mayWatch'
  | 'tellsFor'
>

/** Ties a calendar to its source, or keeps what the source says of it now. */
export async function keepLink(sql: Sql, link: NewLink): Promise<void> {
  await sql.query(
    `insert into calendar_link (calendar_id, source_id, account_id, remote_id, last_synced, may_write, may_watch, assigned_color,
       tells_for)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (source_id, remote_id) do update set
       last_synced = excluded.last_synced, may_write = excluded.may_write, may_watch = excluded.may_watch,
       assigned_color = excluded.assigned_color, tells_for = excluded.tells_for, missing_since = null`,
    [
      link.calendarId,
      link.sourceId,
      link.accountId,
      link.remoteId,
      JSON.stringify(link.lastSynced),
      link.mayWrite,
      link.mayWatch,
      link.assignedColor,
      link.tellsFor,
    ],
  )
}

export async function keepMissing(sql: Sql, id: CalendarId, at: Date): Promise<void> {
  await sql.query(
    'update calendar_link set missing_since = coalesce(missing_since, $2) where calendar_id = $1',
    [id, at],
  )
}

/** A reading of everything begins: what it does not tell has a lower number afterwards. */
export async function beginReading(sql: Sql, id: CalendarId): Promise<number> {
  const [row] = await sql.query<{ reading: number }>(
    'update calendar_link set reading = reading + 1 where calendar_id = $1 returning reading',
    [id],
  )
  if (!row) throw new Error('The calendar has gone while it was read')
  return row.reading
}

export interface LinkPosition {
  cursor: string | null
  /** Undefined: as it was. */
  readAnewAt: Date | null | undefined
  shrunkenAt: Date | null
}

export async function keepPosition(
  sql: Sql,
  id: CalendarId,
  at: Date,
  position: LinkPosition,
): Promise<void> {
  await sql.query(
    `update calendar_link set cursor = $2, read_anew_at = case when $3 then $4 else read_anew_at end,
       shrunken_at = $5, pulled_at = $6, failures = 0, due_at = null, trouble = null where calendar_id = $1`,
    [
      id,
      position.cursor,
      position.readAnewAt !== undefined,
      position.readAnewAt ?? null,
      position.shrunkenAt,
      at,
    ],
  )
}

/** Drops the cursor of a calendar when its coverage is in doubt: the next sync reads everything. */
export async function dropCursor(sql: Sql, id: CalendarId): Promise<void> {
  await sql.query('update calendar_link set cursor = null where calendar_id = $1', [id])
}

export async function keepTrouble(sql: Sql, id: CalendarId, dueAt: Date, trouble: string): Promise<void> {
  await sql.query(
    `update calendar_link set failures = failures + 1, due_at = $2, trouble = left($3, 500)
     where calendar_id = $1`,
    [id, dueAt, trouble],
  )
}
