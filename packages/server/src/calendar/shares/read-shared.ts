import { type EventObject, expand, type Privacy, toSeries } from '@plmail/calendar-format'
import type { AccountId, CalendarId } from '@plmail/wire'
import type { Sql } from '../../store/index.ts'
import { maxShared } from './types.ts'
import {
  type PlacedOccurrence,
  placeOccurrences,
  type Redaction,
  type SharedTaking,
} from './shared-occurrence.ts'

export interface SharedQuestion {
  accountIds: readonly AccountId[]
  calendarIds: readonly CalendarId[]
  /** Instants in milliseconds. */
  from: number
  to: number
}

export interface ReadShared {
  placed: PlacedOccurrence[]
  isCutOff: boolean
  /** See `SharedEntries`. */
  completeUntil: number
}

/** The first entries of the time, at most `maxShared`; what is beyond them is neither read nor reckoned for long. */
export async function readShared(
  sql: Sql,
  { accountIds, calendarIds, from, to }: SharedQuestion,
  how: Redaction,
): Promise<ReadShared> {
  const rows = await sql.query<SharedRow>(sharedEvents, [
    accountIds,
    calendarIds,
    new Date(from),
    new Date(to),
    maxShared + 1,
  ])
  const firstMissing: number[] = rows.slice(maxShared).map(({ firstAt }) => Math.max(firstAt.getTime(), from))
  const takings: SharedTaking[] = []
  for (const row of rows.slice(0, maxShared)) {
    const { occurrences, isCutOff } = expand(toSeries(row.event), from, to, how.zone)
    const missing = occurrences[maxShared] ?? (isCutOff ? occurrences.at(-1) : undefined)
    if (missing) firstMissing.push(missing.start)
    else if (isCutOff) firstMissing.push(from)
    for (const occurrence of occurrences.slice(0, maxShared)) takings.push({ ...occurrence, ...row })
  }
  takings.sort((a, b) => a.start - b.start)
  const placed = placeOccurrences(takings, how)
  const overflow = placed[maxShared]
  if (overflow) firstMissing.push(overflow.entry.start)
  return {
    placed: placed.slice(0, maxShared),
    isCutOff: firstMissing.length > 0,
    completeUntil: Math.max(from, Math.min(to, ...firstMissing)),
  }
}

interface SharedRow {
  uid: string
  event: EventObject
  privacy: Privacy
  firstAt: Date
  createdAt: Date
  updatedAt: Date
}

/** A secret event is not told of, nor is any copy of it. */
const sharedEvents = `
  select e.uid, e.event, e.privacy, e.first_at as "firstAt", e.created_at as "createdAt", e.updated_at as "updatedAt"
  from unnest($2::bigint[]) asked (id) join calendar_event e on e.calendar_id = asked.id
    and e.account_id = any ($1::bigint[])
    and tstzrange(e.first_at, e.last_at, '[]') && tstzrange($3, $4, '[]')
  where e.privacy <> 'secret' and not exists (
    select from calendar_event other where other.account_id = any ($1::bigint[]) and other.uid = e.uid
      and other.calendar_id = any ($2::bigint[]) and other.privacy = 'secret')
  order by greatest(e.first_at, $3), e.id limit $5`
