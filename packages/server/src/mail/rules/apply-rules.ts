import type { MessageId, RuleId, RuleAction } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import type { MailboxView, OutboxDoor } from '../types.ts'
import { listMailboxes } from '../labels/mailbox-row.ts'
import type { EmailFilter } from '../search/email-filter.ts'
import { carryOut } from './carry-out-actions.ts'
import { holdsTyped, ruleFilter } from './condition.ts'
import type { Arrived } from './types.ts'
import { keepParts, matching } from './match-filters.ts'
import type { Typed } from './typed-conditions.ts'
import { type ActiveRule, activeRules } from './rule-rows.ts'
import { boxAt, pathsIn } from './rule-folders.ts'

export interface ArrivedParts {
  outbox: OutboxDoor
  typed: Typed
  now(): Date
  /** A rule's folder is in no account any more: it is switched off, visibly, once this write is through. */
  giveUp(change: Change, id: RuleId, folder: string): Promise<void>
  /** Whether one of the accounts that the rule is about has the folder. */
  isKept(change: Change, rule: ActiveRule, folder: string): Promise<boolean>
}

/**
 * See `Rules.arrived`. Rules are asked in order, each about the mail as those before it left it; what none of them
 * matches costs one statement. Each that does something has a journal entry of its own beside that of the arrival.
 */
export async function judgeArrived(
  parts: ArrivedParts,
  change: Change,
  arrived: readonly Arrived[],
): Promise<void> {
  const fresh = arrived.filter(({ isNew }) => isNew).map(({ id }) => id)
  if (fresh.length === 0) return
  const ids = await inInbox(change, fresh)
  if (ids.length === 0) return
  const left = await withoutMuted(parts, change, ids)
  const rules = await activeRules(change.tx, change.userId, change.accountId)
  if (rules.length === 0 || left.length === 0) return
  await judge(parts, change, await readable(parts, change, rules), left)
}

/** Returns the messages that are in the Inbox and not drafts. */
async function inInbox({ tx, accountId }: Change, ids: readonly MessageId[]): Promise<MessageId[]> {
  const rows = await tx.prepared<{ id: MessageId }>(
    'mail-new-in-inbox',
    `select m.id from message m
     join message_mailbox mm on mm.message_id = m.id join mailbox b on b.id = mm.mailbox_id and b.role = 'inbox'
     where m.account_id = $1 and m.id = any ($2::bigint[]) and m.direction <> 'draft' order by m.id`,
    [accountId, ids],
  )
  return rows.map(({ id }) => id)
}

const mutes: readonly RuleAction[] = [{ type: 'archive' }]

/** A reply to a muted conversation (RFC 9979 $muted) skips the Inbox. Returns the others. */
async function withoutMuted(
  parts: ArrivedParts,
  change: Change,
  ids: readonly MessageId[],
): Promise<MessageId[]> {
  const rows = await change.tx.prepared<{ id: MessageId }>(
    'mail-new-in-muted',
    `select m.id from message m where m.account_id = $1 and m.id = any ($2::bigint[]) and exists (
       select from message other where other.thread_id = m.thread_id and other.removed_at is null
         and '$muted' = any (other.keywords))`,
    [change.accountId, ids],
  )
  if (rows.length === 0) return [...ids]
  const muted = new Set(rows.map(({ id }) => id))
  await carryOut(await asRule(parts, change, 'mute'), parts.outbox, mutes, [...muted])
  return ids.filter((id) => !muted.has(id))
}

const undoHours = 24

export const undoableFrom = (now: Date): Date => new Date(now.getTime() + undoHours * 3_600_000)

/** Opens a separate journal entry for a rule's changes, so that they can be undone by themselves. */
const asRule = ({ now }: ArrivedParts, change: Change, verb: string): Promise<Change> =>
  change.aside({ actor: { kind: 'rule' }, verb, undoableUntil: undoableFrom(now()) })

/** The word under which the journal keeps what a rule did. */
export const getVerb = ({ kind, name }: Pick<ActiveRule, 'kind' | 'name'>): string =>
  `${kind === 'block' ? 'block' : 'rule'} ${name}`

interface Readable {
  rule: ActiveRule
  filter: EmailFilter
}

/** A condition was read when it was saved; one that this version cannot read any more finds nothing. */
async function readable(
  { typed }: ArrivedParts,
  change: Change,
  rules: readonly ActiveRule[],
): Promise<Readable[]> {
  const read = rules.some(({ condition }) => holdsTyped(condition))
    ? await typed(change.userId, change.accountId, change.tx)
    : () => ({ kind: 'or' as const, filters: [] })
  return rules.flatMap((rule) => {
    const filter = ruleFilter(rule.condition, read)
    return filter ? [{ rule, filter }] : []
  })
}

async function judge(
  parts: ArrivedParts,
  change: Change,
  rules: readonly Readable[],
  ids: readonly MessageId[],
): Promise<void> {
  const { tx, accountId } = change
  const filters = rules.map(({ filter }) => filter)
  await keepParts(tx, accountId, filters, ids)
  let candidateIds = ids
  let next = 0
  while (next < rules.length && candidateIds.length > 0) {
    const matches = await matching(tx, accountId, filters.slice(next), candidateIds)
    const offset = matches.findIndex(({ size }) => size > 0)
    const matched = matches[offset]
    const rule = rules[next + offset]?.rule
    if (!matched || !rule) return
    const isDone = await applyRule(parts, change, rule, [...matched])
    if (isDone && rule.stops) candidateIds = candidateIds.filter((id) => !matched.has(id))
    next += offset + 1
  }
}

/** False when the rule could not be carried out, and is switched off for it. */
async function applyRule(
  parts: ArrivedParts,
  change: Change,
  rule: ActiveRule,
  ids: readonly MessageId[],
): Promise<boolean> {
  const gone = await goneFolder(parts, change, rule)
  if (gone === undefined) {
    const done = await carryOut(await asRule(parts, change, getVerb(rule)), parts.outbox, rule.actions, ids)
    if (done) return true
  }
  await parts.giveUp(change, rule.id, gone ?? pathsIn(rule.actions)[0] ?? '')
  return false
}

/** The folder that neither this account nor another one of the rule has. */
async function goneFolder(
  parts: ArrivedParts,
  change: Change,
  rule: ActiveRule,
): Promise<string | undefined> {
  const paths = pathsIn(rule.actions)
  if (paths.length === 0) return undefined
  const boxes: readonly MailboxView[] = await listMailboxes(change.tx, change.accountId)
  for (const path of paths) if (!boxAt(path, boxes) && !(await parts.isKept(change, rule, path))) return path
  return undefined
}
