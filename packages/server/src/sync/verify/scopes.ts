import type { AccountId, MailboxId } from '@plmail/wire'
import type { Sql } from '../../store/index.ts'

/** A scope that the provider counts: a folder, or the account where the id is null. */
export interface Counted {
  mailboxId: MailboxId | null
  localCount: number
  remoteCount: number
}

const dayMilliseconds = 86_400_000
const maxVainDays = 8

export interface Scope extends Counted {
  /** How many of `there` a complete listing did not show. */
  accepted: number
  isAccepting: boolean
  /** When it was last listed whole, the first reading included. */
  listedAt: Date
  /** When it was last listed whole to be compared; null while that has never been done. */
  sweptAt: Date | null
  /** Sweeps in a row because of a difference that found nothing. */
  vain: number
}

interface Row {
  mailbox_id: MailboxId | null
  localCount: number
  remoteCount: number
  accepted: number
  is_accepting: boolean
  listed_at: Date
  swept_at: Date | null
  vain: number
}

export async function readScopes(sql: Sql, accountId: AccountId): Promise<Map<MailboxId | null, Scope>> {
  const rows = await sql.query<Row>(
    `select mailbox_id, local_count as "localCount", remote_count as "remoteCount", accepted, is_accepting, listed_at, swept_at, vain from mirror_scope
     where account_id = $1`,
    [accountId],
  )
  return new Map(
    rows.map((row) => [
      row.mailbox_id,
      {
        mailboxId: row.mailbox_id,
        localCount: row.localCount,
        remoteCount: row.remoteCount,
        accepted: row.accepted,
        isAccepting: row.is_accepting,
        listedAt: row.listed_at,
        sweptAt: row.swept_at,
        vain: row.vain,
      },
    ]),
  )
}

export async function writeScopes(sql: Sql, accountId: AccountId, scopes: readonly Scope[]): Promise<void> {
  await sql.query(
    `insert into mirror_scope
       (account_id, mailbox_id, local_count, remote_count, accepted, is_accepting, listed_at, swept_at, vain)
     select $1, s.mailbox_id, s.local_count, s.remote_count, s.accepted, s.is_accepting, s.listed_at, s.swept_at, s.vain
     from jsonb_to_recordset($2::jsonb) as s (mailbox_id bigint, local_count integer, remote_count integer, accepted integer,
       is_accepting boolean, listed_at timestamptz, swept_at timestamptz, vain integer)
     on conflict (account_id, mailbox_id) do update
       set local_count = excluded.local_count, remote_count = excluded.remote_count, accepted = excluded.accepted,
         is_accepting = excluded.is_accepting, listed_at = excluded.listed_at,
         swept_at = excluded.swept_at, vain = excluded.vain`,
    [
      accountId,
      JSON.stringify(
        scopes.map((scope) => ({
          mailbox_id: scope.mailboxId,
          local_count: scope.localCount,
          remote_count: scope.remoteCount,
          accepted: scope.accepted,
          is_accepting: scope.isAccepting,
          listed_at: scope.listedAt,
          swept_at: scope.sweptAt,
          vain: scope.vain,
        })),
      ),
    ],
  )
}

export interface Verdict {
  scope: Scope
  /** Why it is to be listed whole now. */
  sweep: 'difference' | 'routine' | undefined
}

/**
 * Compares a count with the one before. Mail comes and goes while it is counted: only what differs twice in the same way
 * is a difference. One that a complete listing does not explain is no missing mail and is accepted. Whatever the reason,
 * nothing is swept twice within a day, and because of a difference less often the longer that finds nothing. Pure.
 */
export function judge(before: Scope | undefined, counted: Counted, now: Date): Verdict {
  const listed = before ?? { accepted: 0, isAccepting: true, listedAt: now, sweptAt: null, vain: 0 }
  const difference = counted.remoteCount - counted.localCount
  const isSteady = before?.localCount === counted.localCount && before.remoteCount === counted.remoteCount
  const isAccepting = listed.isAccepting && difference !== listed.accepted
  const scope: Scope = { ...listed, ...counted, isAccepting }
  if (isSteady && isAccepting)
    return { scope: { ...scope, accepted: difference, isAccepting: false }, sweep: routine(scope, now) }
  const isSuspect = isSteady && difference !== scope.accepted
  const wait = Math.min(2 ** scope.vain, maxVainDays) * dayMilliseconds
  const isWaiting = scope.sweptAt !== null && now.getTime() - scope.sweptAt.getTime() < wait
  return { scope, sweep: isSuspect && !isWaiting ? 'difference' : routine(scope, now) }
}

/** Once a day, or rarer the more there is to list: never more than a small part of what the provider allows. */
const messagesADay = 250_000

function routine(scope: Scope, now: Date): 'routine' | undefined {
  const days = Math.max(1, scope.localCount / messagesADay)
  return now.getTime() - scope.listedAt.getTime() >= days * dayMilliseconds ? 'routine' : undefined
}

/** The scope after it was listed whole, with so many rows changed. */
export function swept(scope: Scope, why: Verdict['sweep'], changed: number, now: Date): Scope {
  const isForDifference = why === 'difference'
  return {
    ...scope,
    isAccepting: true,
    listedAt: now,
    sweptAt: now,
    vain: changed > 0 ? 0 : isForDifference ? scope.vain + 1 : scope.vain,
  }
}
