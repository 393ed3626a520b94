import type { ThreadId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import { type ThreadInput, participants } from './thread-input.ts'
import type { StoredThreads, KnownThread } from './assign-conversations.ts'
import { subjectWindowDays } from './base-subject.ts'

interface ThreadRow {
  id: ThreadId
  messageCount: number
  awaitsParent: boolean
}

/** Reads what placing this batch needs: two statements, whatever its size. */
export async function selectThreadsByReference(
  change: Change,
  batch: readonly ThreadInput[],
  own: ReadonlySet<string>,
): Promise<StoredThreads> {
  const threads = new Map<ThreadId, KnownThread>()
  const note = ({ id, messageCount, awaitsParent }: ThreadRow) =>
    threads.set(id, { id, messageCount, awaitsParent })
  const byRef = new Map<string, ThreadId>()
  for (const row of await threadsByRef(change, batch)) {
    note(row)
    byRef.set(row.ref, row.id)
  }
  const points: Array<StoredThreads['points'][number]> = []
  for (const { summary, ...row } of await messagesBySubject(change, batch)) {
    note(row)
    const { id: threadId, baseSubject, receivedAt } = row
    const addresses = participants(JSON.parse(summary), own)
    points.push({ threadId, baseSubject, receivedAt, isStray: false, participants: addresses })
  }
  return { threads, byRef, points }
}

function threadsByRef(
  change: Change,
  batch: readonly ThreadInput[],
): Promise<Array<ThreadRow & { ref: string }>> {
  return change.tx.prepared(
    'mail-threads-by-ref',
    `select encode(r.ref, 'hex') as ref, t.id, t.message_count as "messageCount", t.awaits_parent as "awaitsParent"
     from unnest($2::text[]) as wanted (ref)
     join thread_ref r on r.account_id = $1 and r.ref = decode(wanted.ref, 'hex')
     join thread t on t.id = r.thread_id`,
    [change.accountId, [...new Set(batch.flatMap((message) => message.refs))]],
  )
}

type SubjectRow = ThreadRow & { baseSubject: string; receivedAt: Date; summary: string }

/**
 * Messages that the subject rule may join the batch to. A stray looks at threads active since 30 days before it;
 * everything else only at threads that wait for a parent, of which there are few, so the usual arrival costs one
 * look into a small partial index. At most 20 threads of 20 messages each are weighed for one arrival.
 */
async function messagesBySubject(change: Change, batch: readonly ThreadInput[]): Promise<SubjectRow[]> {
  const probes = batch.filter((message) => message.baseSubject !== '')
  if (probes.length === 0) return []
  return change.tx.prepared<SubjectRow>(
    'mail-messages-by-subject',
    `select distinct on (m.id) t.id, t.message_count as "messageCount", t.awaits_parent as "awaitsParent",
       p.base as "baseSubject", m.received_at as "receivedAt", body.summary::text as summary
     from unnest($2::text[], $3::timestamptz[], $4::boolean[]) as p (base, at, is_stray)
     cross join lateral (
       (select t.id, t.message_count, t.awaits_parent from thread t
        where p.is_stray and t.account_id = $1 and t.base_subject = p.base
          and t.newest_at >= p.at - $5 * interval '1 day' and t.message_count > 0
        order by t.newest_at limit 20)
       union all
       (select t.id, t.message_count, t.awaits_parent from thread t
        where not p.is_stray and t.account_id = $1 and t.base_subject = p.base and t.awaits_parent
          and t.message_count > 0
        limit 20)
     ) t
     cross join lateral (
       select m.id, m.received_at from message m
       where m.thread_id = t.id and m.removed_at is null
         and m.received_at between p.at - $5 * interval '1 day' and p.at + $5 * interval '1 day'
       order by m.received_at desc limit 20
     ) m
     join message_body body on body.message_id = m.id`,
    [
      change.accountId,
      probes.map((message) => message.baseSubject),
      probes.map((message) => message.receivedAt.toISOString()),
      probes.map((message) => message.isStray),
      subjectWindowDays,
    ],
  )
}
