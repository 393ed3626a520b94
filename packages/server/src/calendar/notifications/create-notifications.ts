import type { AccountId, CalendarEventNotificationId } from '@plmail/wire'
import type { CalendarParts } from '../calendar-parts.ts'
import type { EventNotification, EventNotifications } from './types.ts'
import { maxRetained } from '../events/notify-writes.ts'

const keptMs = 30 * 86_400_000

export function createNotifications({
  database,
  changes,
  clock,
}: Pick<CalendarParts, 'database' | 'changes' | 'clock'>): EventNotifications {
  return {
    list: (accountId, ids) =>
      database.query<EventNotification>(
        `select id, event_id as "eventId", at, type, via, name, email, comment, event, patch, journal_id as "journalId"
         from event_notification where account_id = $1 and ($2::bigint[] is null or id = any ($2))
         order by id desc limit $3`,
        [accountId, ids, maxRetained],
      ),
    dismiss: async (userId, accountId, ids, ifState) => {
      const cause = { actor: { kind: 'user' as const, userId }, verb: 'dismiss' }
      const { result, state } = await changes.write(accountId, cause, async (change) => {
        const oldState = change.state - 1
        if (ifState !== undefined && ifState !== oldState) return 'state-mismatch'
        const gone = await change.tx.query<{ id: CalendarEventNotificationId }>(
          'delete from event_notification where account_id = $1 and id = any ($2::bigint[]) returning id',
          [accountId, ids],
        )
        const destroyed = gone.map(({ id }) => id)
        change.destroyed('CalendarEventNotification', destroyed)
        return { destroyed: new Set(destroyed), oldState }
      })
      return result === 'state-mismatch' ? result : { ...result, newState: state }
    },
    purge: async () => {
      const before = new Date(clock.now().getTime() - keptMs)
      const accounts = await database.query<{ id: AccountId }>(
        'select distinct account_id as id from event_notification where at < $1',
        [before],
      )
      let purged = 0
      const cause = { actor: { kind: 'system' as const }, verb: 'purge' }
      for (const { id } of accounts) {
        const { result } = await changes.write(id, cause, async (change) => {
          const gone = await change.tx.query<{ id: CalendarEventNotificationId }>(
            'delete from event_notification where account_id = $1 and at < $2 returning id',
            [id, before],
          )
          change.destroyed(
            'CalendarEventNotification',
            gone.map((row) => row.id),
          )
          return gone.length
        })
        purged += result
      }
      return purged
    },
  }
}
