import type { Clock } from '../../kit/clock.ts'
import { type Database, insertRow, type Sql } from '../../store/index.ts'
import type { Audit, AuditActor, AuditEntry, AuditEvent, AuditFilter } from './types.ts'

interface AuditNeeds {
  store: Database
  clock: Clock
}

export function createAudit({ store, clock }: AuditNeeds): Audit {
  return {
    record: (sql, event) => record(sql, event, clock.now()),
    note: (event) => record(store, event, clock.now()),
    list: (filter, before, limit) => list(store, filter, before, limit),
  }
}

async function record(
  sql: Sql,
  { action, actor, subject, detail = {} }: AuditEvent,
  at: Date,
): Promise<void> {
  const from = originOf(actor)
  await sql.query(
    ...insertRow('audit_entry', {
      at,
      action,
      source: actor.source,
      actor_id: from.userId,
      actor: from.email,
      subject_id: subject?.userId ?? null,
      subject: subject?.name ?? '',
      address: from.address,
      user_agent: from.userAgent,
      detail: JSON.stringify(detail),
    }),
  )
}

/** A program may name itself at any length. */
const maxUserAgentLength = 300

function originOf(actor: AuditActor) {
  if (actor.source !== 'browser') return { userId: null, email: '', address: '', userAgent: '' }
  const { userId, email, visitor } = actor
  return {
    userId,
    email,
    address: visitor.address,
    userAgent: visitor.userAgent.slice(0, maxUserAgentLength),
  }
}

function list(
  store: Database,
  { action, person, from, to }: AuditFilter,
  before: number | undefined,
  limit: number,
): Promise<AuditEntry[]> {
  return store.query<AuditEntry>(
    `select id, at, action, source, actor, subject, address, user_agent as "userAgent", detail
     from audit_entry
     where ($1::text is null or action = $1)
       and ($2::text is null or strpos(lower(actor), lower($2)) > 0 or strpos(lower(subject), lower($2)) > 0)
       and ($3::timestamptz is null or at >= $3) and ($4::timestamptz is null or at < $4)
       and ($5::bigint is null or id < $5)
     order by id desc limit $6`,
    [action ?? null, person ?? null, from ?? null, to ?? null, before ?? null, limit],
  )
}
