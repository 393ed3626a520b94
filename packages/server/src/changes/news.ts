import { type AccountId, type StateChange, type UserId, accountWireId } from '@plmail/wire'
import type { Database } from '../store/index.ts'
import type { AccountNews, ObjectType } from './types.ts'

/** Every type with a log; a state that is not one of ours stands for a change of each. */
const objectTypes = Object.keys({
  Email: true,
  Thread: true,
  Mailbox: true,
  Identity: true,
  EmailSubmission: true,
  Quota: true,
  Rule: true,
  Preferences: true,
  SavedSearch: true,
  Template: true,
  AddressBook: true,
  ContactCard: true,
  TrustedSender: true,
  Calendar: true,
  CalendarEvent: true,
  CalendarEventNotification: true,
  Reminder: true,
  ShareLink: true,
  BookingPage: true,
  Booking: true,
} satisfies Record<ObjectType, true>) as ObjectType[]

/** See `Changes.newsSince`. Whether a type is in the log is one look into its primary key each. */
export function newsSince(
  database: Database,
  userId: UserId,
  states: ReadonlyMap<AccountId, number>,
): Promise<AccountNews[]> {
  return database.prepared<AccountNews>(
    'changes-news-since',
    `select a.id as "accountId", a.state,
       array(
         select t.type from unnest($3::text[]) as t (type)
         where k.lost or exists (
           select 1 from change_log l where l.account_id = a.id and l.object_type = t.type and l.state > k.state)
       ) as types,
       k.lost or exists (
         select 1 from change_log l
         where l.account_id = a.id and l.object_type = 'Email' and l.change = 'created' and l.state > k.state
       ) as delivered
     from jmap_account a
     left join jsonb_to_recordset($2::jsonb) as r (id bigint, state bigint) on r.id = a.id
     cross join lateral (
       select r.state, r.state is null or r.state not between a.oldest_state and a.state as lost
     ) as k
     where a.user_id = $1 and (a.kind = 'mail' or r.state is not null) and a.state is distinct from r.state
     order by a.id`,
    [userId, JSON.stringify([...states].map(([id, state]) => ({ id, state }))), objectTypes],
  )
}

/** Two pieces of news of one account as one. */
export function mergeNews(earlier: AccountNews | undefined, later: AccountNews): AccountNews {
  if (!earlier) return later
  return {
    accountId: later.accountId,
    state: Math.max(earlier.state, later.state),
    types: [...new Set([...earlier.types, ...later.types])],
    delivered: earlier.delivered || later.delivered,
  }
}

/**
 * The news as RFC 8620 §7.1 tells it, of the types asked for only (null: all), EmailDelivery of RFC 8621 §1.5 among
 * them; undefined when nothing is left to tell.
 */
export function stateChange(
  news: readonly AccountNews[],
  typeNames: ReadonlySet<string> | null,
): StateChange | undefined {
  const changed = news.flatMap(({ accountId, state, types, delivered }) => {
    const names = [...types, ...(delivered ? ['EmailDelivery'] : [])]
    const reported = names.filter((name) => typeNames === null || typeNames.has(name))
    const states = Object.fromEntries(reported.map((name) => [name, String(state)]))
    return reported.length === 0 ? [] : [[accountWireId.encode(accountId), states] as const]
  })
  return changed.length === 0 ? undefined : { '@type': 'StateChange', changed: Object.fromEntries(changed) }
}
