import type { MailboxId, ThreadId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import { categoryInSql } from '../categories/provider-categories.ts'

interface Settled {
  mailboxes: MailboxId[]
  begun: ThreadId[]
  altered: ThreadId[]
  emptied: ThreadId[]
  /** Without any message in a mailbox, whether it just became so or was before. */
  vacant: ThreadId[]
}

/** The properties that RFC 8621 §2.2 lets a Mailbox/changes answer name when nothing else changed. */
const counters = ['totalEmails', 'unreadEmails', 'totalThreads', 'unreadThreads']

/**
 * Brings the list rows of the touched threads, the counters of their mailboxes and the threads themselves in line
 * with message and message_mailbox. Every write of mail ends here, in its transaction, so lists and counts can never
 * disagree. One call must not both add messages to a thread and remove some: a Thread counts as changed when its
 * number of messages or its category did.
 */
export async function settle(change: Change, threadIds: readonly ThreadId[]): Promise<void> {
  if (threadIds.length === 0) return
  const [settled] = await change.tx.prepared<Settled>('mail-settle', settleText, [[...new Set(threadIds)]])
  if (!settled) throw new Error('settling returns one row')
  change.updated('Mailbox', settled.mailboxes, counters)
  change.created('Thread', settled.begun)
  change.updated('Thread', settled.altered)
  change.destroyed('Thread', settled.emptied)
  await removeAbsorbed(change, settled.vacant)
}

/**
 * Unread is neither $seen nor $draft. For unreadThreads (RFC 8621 §2) mail that lies only in the Trash does not make
 * a thread unread elsewhere, and in the Trash only what lies there counts. The category is the one that was last set by
 * hand, or that of the newest message received.
 */
const settleText = `
  with member as materialized (
    select m.thread_id, m.id, m.received_at, mm.mailbox_id,
      b.role is not distinct from 'trash' as is_trash,
      not (m.keywords && '{$seen,$draft}'::text[]) as is_unread,
      m.chosen_at,
      coalesce(m.chosen_category, case when m.direction = 'in' then ${categoryInSql('m')} end) as category
    from message m
    join message_mailbox mm on mm.message_id = m.id
    join mailbox b on b.id = mm.mailbox_id
    where m.thread_id = any ($1::bigint[])),
  conversation as materialized (
    select thread_id, count(distinct id)::int as messages, max(received_at) as newest_at,
      coalesce(bool_or(is_unread) filter (where not is_trash), false) as is_unread,
      coalesce(
        (array_agg(category order by chosen_at desc nulls last, received_at desc, id desc)
          filter (where category is not null))[1],
        'primary') as category
    from member group by thread_id),
  fresh as materialized (
    select member.mailbox_id, thread_id, max(received_at) as newest_at,
      (array_agg(id order by received_at desc, id desc))[1] as newest_message_id,
      count(*)::int as total, (count(*) filter (where member.is_unread))::int as unread,
      case when is_trash then bool_or(member.is_unread) else conversation.is_unread end as thread_unread,
      conversation.category
    from member join conversation using (thread_id)
    group by member.mailbox_id, is_trash, thread_id, conversation.is_unread, conversation.category),
  stale as materialized (select * from thread_mailbox where thread_id = any ($1::bigint[])),
  difference as (
    select mailbox_id, sum(total)::int as emails, sum(unread)::int as unread,
      sum(threads)::int as threads, sum(unread_threads)::int as unread_threads
    from (
      select mailbox_id, total, unread, 1 as threads, thread_unread::int as unread_threads from fresh
      union all
      select mailbox_id, -total, -unread, -1, -thread_unread::int from stale
    ) as both_sides group by mailbox_id),
  counted as (
    update mailbox b set
      total_emails = b.total_emails + d.emails, unread_emails = b.unread_emails + d.unread,
      total_threads = b.total_threads + d.threads, unread_threads = b.unread_threads + d.unread_threads
    from difference d
    where b.id = d.mailbox_id and (d.emails, d.unread, d.threads, d.unread_threads) <> (0, 0, 0, 0)
    returning b.id),
  removed as (
    delete from thread_mailbox t using stale s
    where t.mailbox_id = s.mailbox_id and t.thread_id = s.thread_id and not exists
      (select from fresh f where f.mailbox_id = s.mailbox_id and f.thread_id = s.thread_id)),
  written as (
    insert into thread_mailbox as t
      (mailbox_id, thread_id, newest_at, newest_message_id, total, unread, thread_unread, category)
    select mailbox_id, thread_id, newest_at, newest_message_id, total, unread, thread_unread, category from fresh
    on conflict (mailbox_id, thread_id) do update set
      newest_at = excluded.newest_at, newest_message_id = excluded.newest_message_id,
      total = excluded.total, unread = excluded.unread, thread_unread = excluded.thread_unread,
      category = excluded.category
    where (t.newest_at, t.newest_message_id, t.total, t.unread, t.thread_unread, t.category) is distinct from
      (excluded.newest_at, excluded.newest_message_id, excluded.total, excluded.unread, excluded.thread_unread,
        excluded.category)),
  judged as materialized (
    select t.id, t.message_count as before, coalesce(c.messages, 0) as after,
      coalesce(c.newest_at, t.newest_at) as newest_at
    from thread t left join conversation c on c.thread_id = t.id
    where t.id = any ($1::bigint[])),
  stamped as (
    update thread t set message_count = j.after, newest_at = j.newest_at
    from judged j where t.id = j.id and (t.message_count, t.newest_at) is distinct from (j.after, j.newest_at))
  select
    array(select id from counted) as mailboxes,
    array(select id from judged where before = 0 and after > 0) as begun,
    array(
      select id from judged where before > 0 and after > 0 and before <> after
      union
      select f.thread_id from fresh f join stale s using (mailbox_id, thread_id) where f.category <> s.category
    ) as altered,
    array(select id from judged where before > 0 and after = 0) as emptied,
    array(select id from judged where after = 0) as vacant`

/** A thread keeps its row while removed messages could still come back to it. */
async function removeAbsorbed(change: Change, vacant: readonly ThreadId[]): Promise<void> {
  if (vacant.length === 0) return
  await change.tx.query(
    `delete from thread t where t.id = any ($1::bigint[])
       and not exists (select from message m where m.thread_id = t.id)`,
    [vacant],
  )
}
