import type { AuditAction, AuditSource, UserId } from '@plmail/wire'
import type { Sql } from '../../store/index.ts'
import type { Visitor } from '../session.ts'

/** Who does something. Their address is kept as it is now: the entry may outlive the user. */
export type AuditActor =
  | { source: 'browser'; userId: UserId | null; email: string; visitor: Visitor }
  | { source: 'console' }
  | { source: 'server' }

/** One thing that was done. Never a secret in it, nor anything of somebody's mail. */
export interface AuditEvent {
  action: AuditAction
  actor: AuditActor
  /** To whom; `name` is the address they sign in with. Without a user: what it was done to. */
  subject?: { userId: UserId | null; name: string }
  detail?: Readonly<Record<string, string | number | boolean>>
}

export interface AuditEntry {
  id: number
  at: Date
  action: AuditAction
  source: AuditSource
  actor: string
  subject: string
  address: string
  userAgent: string
  detail: Readonly<Record<string, string | number | boolean>>
}

export interface AuditFilter {
  action?: AuditAction
  /** Part of the address of the actor or the subject, whatever the case. */
  person?: string
  from?: Date
  /** Entries of this moment are left out. */
  to?: Date
}

/** The log of what was done to people and to the ways in. It is only ever added to: the database refuses the rest. */
export interface Audit {
  /** Writes an entry, in the transaction of what it tells where there is one. */
  record(sql: Sql, event: AuditEvent): Promise<void>
  /** As `record`, for what commits elsewhere. */
  note(event: AuditEvent): Promise<void>
  /** Newest first, from before the entry named, at most `limit`. */
  list(filter: AuditFilter, before: number | undefined, limit: number): Promise<AuditEntry[]>
}
