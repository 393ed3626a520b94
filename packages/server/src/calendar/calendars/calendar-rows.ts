import type { AccountId } from '@plmail/wire'
import type { Sql } from '../../store/index.ts'
import type { Calendar } from '../types.ts'

export const calendarColumns = `id, name, description, color, sort_order as "sortOrder",
  is_subscribed as "isSubscribed", is_visible as "isVisible", is_default as "isDefault",
  is_read_only as "isReadOnly", is_provided as "isProvided", availability,
  time_zone as "timeZone", alerts_with_time as "alertsWithTime", alerts_without_time as "alertsWithoutTime"`

export function selectCalendars(sql: Sql, accountId: AccountId): Promise<Calendar[]> {
  return sql.prepared<Calendar>(
    'calendars-of-account',
    `select ${calendarColumns} from calendar where account_id = $1 order by sort_order, name, id`,
    [accountId],
  )
}
