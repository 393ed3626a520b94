import type { AccountId, MailboxId, MessageId } from '@plmail/wire'
import type { Actor, Cause, Change, Changes } from '../../changes/index.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Tx } from '../../store/index.ts'
import type { EmailPatch, EmailRefusal, OutboxDoor, UpdateOutcome } from '../types.ts'
import { type Box, selectBoxes } from '../labels/select-boxes.ts'
import { setsMarks, withMarks } from './decide-marks.ts'
import { type Marks, selectMarks, noMarks } from '../marks/marks.ts'
import { boxesWithSnoozed } from '../marks/snoozed-mailbox.ts'
import { apply, type Decision, intents } from './apply-decisions.ts'
import { type HeldFields, selectHeldFields } from './held-fields.ts'
import { remember, selectRemembered } from './operations.ts'
import { patchMessage } from './patch-message.ts'

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
  operation?: string,
): Promise<UpdateOutcome | 'state-mismatch'> {
  const undoableUntil = new Date(parts.clock.now().getTime() + undoHours * 3_600_000)
  const now = parts.clock.now()
  const all = [...patches.values()]
  const request: UpdateRequest = {
    ids: [...patches.keys()],
    needsBoxes: all.some((patch) => mayMove(patch) || setsMarks(patch)),
    needsMarks: all.some(setsMarks),
    snoozes: all.some((patch) => patch.snoozedUntil),
    judge: (message, boxes, marks) => {
      const patch = patches.get(message.id) ?? {}
      const plain = patchMessage(message, patch, boxes)
      if (typeof plain === 'string') return plain
      const decision = withChoice(plain, patch, now)
      if (!setsMarks(patch)) return decision
      return withMarks(decision, patch, { boxes, marks, now })
    },
  }
  return act(parts, { cause: { actor, verb, undoableUntil }, accountId, request, ifState, operation })
}

function withChoice(decision: Decision, { category }: EmailPatch, now: Date): Decision {
  if (category === undefined) return decision
  return { ...decision, chosen: category && { category, at: now.toISOString() } }
}

/** Whether a patch may put a message elsewhere, or make it a draft or something else than one. */
function mayMove({ keywords, replaceKeywords, mailboxes, replaceMailboxes }: EmailPatch): boolean {
  const isAboutDraft = [...(keywords?.keys() ?? [])].some((keyword) => keyword.toLowerCase() === '$draft')
  return isAboutDraft || [replaceKeywords, mailboxes, replaceMailboxes].some((change) => change !== undefined)
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
  operation?: string,
): Promise<UpdateOutcome | 'state-mismatch'> {
  const judge = (message: HeldFields): Decision => ({
    held: message,
    keywords: message.keywords,
    mailboxIds: [],
  })
  const request = { ids, needsBoxes: true, needsMarks: false, snoozes: false, judge }
  return act(parts, { cause: { actor, verb: 'destroy' }, accountId, request, ifState, operation })
}

interface UpdateRequest {
  ids: readonly MessageId[]
  /** Whether `judge` and what follows look at the account's mailboxes. */
  needsBoxes: boolean
  /** Whether `judge` looks at what was decided for later. */
  needsMarks: boolean
  /** Whether some message goes into the mailbox of snoozed mail. */
  snoozes: boolean
  judge(message: HeldFields, boxes: ReadonlyMap<MailboxId, Box>, marks: Marks): Decision | EmailRefusal
}

interface RequestedAction {
  cause: Cause
  accountId: AccountId
  request: UpdateRequest
  ifState: number | undefined
  operation: string | undefined
}

async function act(
  { changes, outbox }: ActionParts,
  { cause, accountId, request, ifState, operation }: RequestedAction,
): Promise<UpdateOutcome | 'state-mismatch'> {
  const { ids, needsBoxes, needsMarks, snoozes } = request
  const read = (tx: Tx) =>
    Promise.all([
      selectHeldFields(tx, accountId, ids),
      needsBoxes ? selectBoxes(tx, accountId) : new Map<MailboxId, Box>(),
      selectRemembered(tx, accountId, operation),
      needsMarks ? selectMarks(tx, accountId, ids) : new Map<MessageId, Marks>(),
    ])
  const written = await changes.writeAfter(
    accountId,
    cause,
    read,
    async (change, [messages, listed, listing, marks]) => {
      const oldState = change.state - 1
      if (!mayAct(change)) return 'foreign'
      if (listing) return { oldState, ...listing }
      if (ifState !== undefined && ifState !== oldState) return 'state-mismatch'
      const boxes = snoozes && messages.size > 0 ? await boxesWithSnoozed(change, outbox, listed) : listed
      const { decisions, refused } = judgeAll(request, messages, boxes, marks)
      const applied = await apply(change, boxes, decisions, (some) => outbox.enqueue(change, intents(some)))
      const done = decisions.map((decision) => decision.held.id)
      const entry = operation !== undefined && applied.length > 0 ? change.journalId() : undefined
      remember(change, operation, { done, refused, journalId: entry })
      return { oldState, done, refused, journalId: entry }
    },
  )
  const { result, state: newState } = written
  if (result === 'state-mismatch') return result
  if (result === 'foreign') return { oldState: 0, newState: 0, done: [], refused: allUnknown(ids) }
  const { oldState, done, refused } = result
  // Of a change sent twice it is the entry of the first time.
  const journalId = result.journalId ?? written.journalId
  return { oldState, done, refused, newState, ...(journalId === undefined ? {} : { journalId }) }
}

/** To somebody else's user an account holds nothing, not even a state. */
export function mayAct(change: Change): boolean {
  const { actor } = change.cause
  return actor.kind !== 'user' || actor.userId === change.userId
}

function judgeAll(
  { ids, judge }: UpdateRequest,
  messages: ReadonlyMap<MessageId, HeldFields>,
  boxes: ReadonlyMap<MailboxId, Box>,
  marks: ReadonlyMap<MessageId, Marks>,
): { decisions: Decision[]; refused: Map<MessageId, EmailRefusal> } {
  const refused = new Map<MessageId, EmailRefusal>()
  const decisions: Decision[] = []
  for (const id of new Set(ids)) {
    const message = messages.get(id)
    const judged =
      message && message.mailboxIds.length > 0 ? judge(message, boxes, marks.get(id) ?? noMarks) : 'not-found'
    if (typeof judged === 'string') refused.set(id, judged)
    else decisions.push(judged)
  }
  return { decisions, refused }
}

const allUnknown = (ids: readonly MessageId[]) =>
  new Map<MessageId, EmailRefusal>(ids.map((id) => [id, 'not-found']))
