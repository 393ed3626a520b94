import type { AccountId, MailboxId, MessageId } from '@plmail/wire'
import type { Actor, Cause, Change, Changes } from '../../changes/index.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Tx } from '../../store/index.ts'
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
  const asked = {
    ids: [...patches.keys()],
    needsBoxes: [...patches.values()].some(mayMove),
    judge: (message: Held, boxes: ReadonlyMap<MailboxId, Box>) =>
      patched(message, patches.get(message.id) ?? {}, boxes),
  }
  return act(parts, { actor, verb, undoableUntil }, accountId, asked, ifState)
}

/** Whether a patch may put a message elsewhere, or make it a draft or something else than one. */
function mayMove({ keywords, replaceKeywords, mailboxes, replaceMailboxes }: EmailPatch): boolean {
  const isAboutDraft = [...(keywords?.keys() ?? [])].some((keyword) => keyword.toLowerCase() === '$draft')
  return isAboutDraft || [replaceKeywords, mailboxes, replaceMailboxes].some((one) => one !== undefined)
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
  return act(parts, { actor, verb: 'destroy' }, accountId, { ids, needsBoxes: true, judge }, ifState)
}

interface Asked {
  ids: readonly MessageId[]
  /** Whether `judge` and what follows look at the account's mailboxes. */
  needsBoxes: boolean
  judge(message: Held, boxes: ReadonlyMap<MailboxId, Box>): Decision | EmailRefusal
}

async function act(
  { changes, outbox }: ActionParts,
  cause: Cause,
  accountId: AccountId,
  asked: Asked,
  ifState: number | undefined,
): Promise<UpdateOutcome | 'state-mismatch'> {
  const { ids, needsBoxes } = asked
  const read = (tx: Tx) =>
    Promise.all([held(tx, accountId, ids), needsBoxes ? boxesOf(tx, accountId) : new Map<MailboxId, Box>()])
  const written = await changes.writeAfter(accountId, cause, read, async (change, [messages, boxes]) => {
    const oldState = change.state - 1
    if (!mayAct(change)) return 'foreign'
    if (ifState !== undefined && ifState !== oldState) return 'state-mismatch'
    const { decisions, refused } = judgeAll(asked, messages, boxes)
    await apply(change, boxes, decisions, (applied) => outbox.enqueue(change, intents(applied)))
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

function judgeAll(
  { ids, judge }: Asked,
  messages: ReadonlyMap<MessageId, Held>,
  boxes: ReadonlyMap<MailboxId, Box>,
): { decisions: Decision[]; refused: Map<MessageId, EmailRefusal> } {
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
