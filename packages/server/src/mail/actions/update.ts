import type { AccountId, MailboxId, MessageId } from '@plmail/wire'
import type { Actor, Cause, Change, Changes } from '../../changes/index.ts'
import type { Clock } from '../../kit/clock.ts'
import type { EmailPatch, EmailRefusal, OutboxDoor, UpdateOutcome } from '../door.ts'
import { type Box, boxesOf } from '../labels/boxes.ts'
import { apply, type Decision, intents } from './apply.ts'
import { type Held, held } from './held.ts'
import { patched } from './patch.ts'

export interface ActionParts {
  changes: Changes
  outbox: OutboxDoor
  clock: Clock
}

const undoHours = 24

/** See `Mail.actions.update`. */
export function update(
  parts: ActionParts,
  actor: Actor,
  accountId: AccountId,
  verb: string,
  patches: ReadonlyMap<MessageId, EmailPatch>,
  ifState?: number,
): Promise<UpdateOutcome | 'state-mismatch'> {
  const undoableUntil = new Date(parts.clock.now().getTime() + undoHours * 3_600_000)
  const judge = (message: Held, boxes: ReadonlyMap<MailboxId, Box>) =>
    patched(message, patches.get(message.id) ?? {}, boxes)
  return act(parts, { actor, verb, undoableUntil }, accountId, [...patches.keys()], judge, ifState)
}

/**
 * See `Mail.actions.destroy`. The rows stay hidden for 30 days: a provider that refuses gives the message back
 * through `provided.set` with its mailboxes.
 */
export function destroy(
  parts: ActionParts,
  actor: Actor,
  accountId: AccountId,
  ids: readonly MessageId[],
  ifState?: number,
): Promise<UpdateOutcome | 'state-mismatch'> {
  const judge = (message: Held): Decision => ({ held: message, keywords: message.keywords, mailboxIds: [] })
  return act(parts, { actor, verb: 'destroy' }, accountId, ids, judge, ifState)
}

type Judge = (message: Held, boxes: ReadonlyMap<MailboxId, Box>) => Decision | EmailRefusal

async function act(
  { changes, outbox }: ActionParts,
  cause: Cause,
  accountId: AccountId,
  ids: readonly MessageId[],
  judge: Judge,
  ifState: number | undefined,
): Promise<UpdateOutcome | 'state-mismatch'> {
  const written = await changes.write(accountId, cause, async (change) => {
    const oldState = change.state - 1
    if (!mayAct(change)) return 'foreign'
    if (ifState !== undefined && ifState !== oldState) return 'state-mismatch'
    const boxes = await boxesOf(change.tx, accountId)
    const { decisions, refused } = await judgeAll(change, ids, boxes, judge)
    await outbox.enqueue(change, intents(await apply(change, boxes, decisions)))
    return { oldState, done: decisions.map((decision) => decision.held.id), refused }
  })
  const { result, state: newState, journalId } = written
  if (result === 'state-mismatch') return result
  if (result === 'foreign') return { oldState: 0, newState: 0, done: [], refused: allUnknown(ids) }
  return { ...result, newState, ...(journalId === undefined ? {} : { journalId }) }
}

/** To somebody else's user an account holds nothing, not even a state. */
export function mayAct(change: Change): boolean {
  const { actor } = change.cause
  return actor.kind !== 'user' || actor.userId === change.userId
}

async function judgeAll(
  change: Change,
  ids: readonly MessageId[],
  boxes: ReadonlyMap<MailboxId, Box>,
  judge: Judge,
): Promise<{ decisions: Decision[]; refused: Map<MessageId, EmailRefusal> }> {
  const messages = await held(change.tx, change.accountId, ids)
  const refused = new Map<MessageId, EmailRefusal>()
  const decisions: Decision[] = []
  for (const id of new Set(ids)) {
    const message = messages.get(id)
    const judged = message && message.mailboxIds.length > 0 ? judge(message, boxes) : 'not-found'
    if (typeof judged === 'string') refused.set(id, judged)
    else decisions.push(judged)
  }
  return { decisions, refused }
}

const allUnknown = (ids: readonly MessageId[]) =>
  new Map<MessageId, EmailRefusal>(ids.map((id) => [id, 'not-found']))
