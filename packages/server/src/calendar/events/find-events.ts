import type { AccountId } from '@plmail/wire'
import type { Sql } from '../../store/index.ts'
import type { EventSearch, FoundEvent } from '../types.ts'

/** See `Calendars.events.find`. */
export function findEvents(
  sql: Sql,
  accountId: AccountId,
  { ids, calendarId, uid, from, to, words = [], beyond }: EventSearch,
  limit: number,
): Promise<FoundEvent[]> {
  const isPlain =
    [calendarId, uid, from, to, beyond].every((condition) => condition === undefined) && words.length === 0
  if (ids && isPlain)
    return sql.prepared<FoundEvent>(
      'calendar-events-named',
      `${selectEvents} where account_id = $1 and id = any ($2::bigint[]) order by id limit $3`,
      [accountId, ids, limit],
    )
  const values: unknown[] = [accountId, limit]
  const with_ = (condition: string, value: unknown): string =>
    condition.replaceAll('?', `$${String(values.push(value))}`)
  const conditions = [
    'account_id = $1',
    ...(ids ? [with_('id = any (?::bigint[])', ids)] : []),
    ...(calendarId === undefined ? [] : [with_('calendar_id = ?', calendarId)]),
    ...(uid === undefined ? [] : [with_('uid = ?', uid)]),
    ...(from === undefined ? [] : [with_('last_at >= ?', new Date(from))]),
    ...(to === undefined ? [] : [with_('first_at <= ?', new Date(to))]),
    ...(beyond === undefined ? [] : [with_('id > ?', beyond)]),
    ...words.map((word) => with_('position(? in words) > 0', word)),
  ]
  return sql.query<FoundEvent>(
    `${selectEvents} where ${conditions.join(' and ')} order by id limit $2`,
    values,
  )
}

const selectEvents = `
  select id, calendar_id as "calendarId", event, source, created_at as "createdAt", updated_at as "updatedAt"
  from calendar_event`
