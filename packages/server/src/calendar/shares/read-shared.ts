import type { AccountId, CalendarId } from '@plmail/wire'
import type { Sql } from '../../store/index.ts'
import type { EventObject, Privacy } from '../events/index.ts'
import { seriesOf } from '../events/index.ts'
import { expand } from '../recurrence/index.ts'
import { mostShared, type SharedOccurrence } from './door.ts'
import { type Redaction, sharedOccurrences, type SharedTaking } from './shared-occurrence.ts'

export interface SharedQuestion {
  accountIds: readonly AccountId[]
  calendarIds: readonly CalendarId[]
  /** Instants in milliseconds. */
  from: number
  to: number
}

/** The first entries of the time, at most `mostShared`; what is beyond them is neither read nor reckoned for long. */
export async function readShared(
  sql: Sql,
  { accountIds, calendarIds, from, to }: SharedQuestion,
  how: Redaction,
): Promise<{ entries: SharedOccurrence[]; isCutOff: boolean }> {
  const rows = await sql.query<{ uid: string; event: EventObject; privacy: Privacy }>(sharedEvents, [
    ...[accountIds, calendarIds, new Date(from), new Date(to), mostShared + 1],
  ])
  let isCutOff = rows.length > mostShared
  const takings: SharedTaking[] = []
  for (const row of rows.slice(0, mostShared)) {
    const expanded = expand(seriesOf(row.event), from, to, how.zone)
    isCutOff ||= expanded.isCutOff || expanded.occurrences.length > mostShared
    for (const one of expanded.occurrences.slice(0, mostShared)) takings.push({ ...one, ...row })
  }
  takings.sort((one, other) => one.start - other.start)
  const entries = sharedOccurrences(takings, how)
  return { entries: entries.slice(0, mostShared), isCutOff: isCutOff || entries.length > mostShared }
}

/** A secret event is not told of, nor is any copy of it. */
const sharedEvents = `
  select e.uid, e.event, e.privacy
  from unnest($2::bigint[]) asked (id) join calendar_event e on e.calendar_id = asked.id
    and e.account_id = any ($1::bigint[])
    and tstzrange(e.first_at, e.last_at, '[]') && tstzrange($3, $4, '[]')
  where e.privacy <> 'secret' and not exists (
    select from calendar_event other where other.account_id = any ($1::bigint[]) and other.uid = e.uid
      and other.calendar_id = any ($2::bigint[]) and other.privacy = 'secret')
  order by greatest(e.first_at, $3), e.id limit $5`
