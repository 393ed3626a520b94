import type { MailboxId, MessageId, RuleAction } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import { apply, type Decision, intents } from '../actions/apply-decisions.ts'
import { selectHeldFields } from '../actions/held-fields.ts'
import { patchMessage } from '../actions/patch-message.ts'
import type { EmailPatch, OutboxDoor } from '../types.ts'
import { selectBoxes } from '../labels/select-boxes.ts'
import { ensuredBox, ensuredRole } from './rule-folders.ts'

/** Combined effect of actions in one account: mailboxes to add, keywords, and whether the message leaves the others. */
interface Plan {
  into: MailboxId[]
  /** The message leaves where it lies, to be in `into` only. */
  leaves: boolean
  keywords: Map<string, boolean>
}

const keywordOf = { markRead: '$seen', star: '$flagged', mute: '$muted' } as const

/** Undefined when a folder cannot be had. Later actions win over earlier ones about the same. */
async function buildPlan(
  change: Change,
  outbox: OutboxDoor,
  actions: readonly RuleAction[],
): Promise<Plan | undefined> {
  const plan: Plan = { into: [], leaves: false, keywords: new Map() }
  let wantedRole: 'archive' | 'trash' | 'junk' | undefined
  for (const action of actions) {
    switch (action.type) {
      case 'markRead':
      case 'star':
      case 'mute':
        plan.keywords.set(keywordOf[action.type], true)
        continue
      case 'addTo':
      case 'moveTo': {
        const id = await ensuredBox(change, outbox, action.mailbox)
        if (id === undefined) return undefined
        if (action.type === 'moveTo') plan.leaves = true
        plan.into.push(id)
        continue
      }
      default:
        plan.leaves = true
        wantedRole = action.type
    }
  }
  // What has a folder of its own is out of the Inbox with that; mail in the Trash or in Spam is nowhere else.
  if (wantedRole === undefined || (wantedRole === 'archive' && plan.into.length > 0)) return plan
  const id = await ensuredRole(change, outbox, wantedRole)
  return id === undefined ? undefined : { ...plan, into: [id] }
}

/**
 * Does to the messages what a rule says: rows, lists, change log and journal of `change`, and the outbox. Returns those
 * that really changed; undefined, with nothing done, when a folder that the rule names cannot be had.
 */
export async function carryOut(
  change: Change,
  outbox: OutboxDoor,
  actions: readonly RuleAction[],
  ids: readonly MessageId[],
): Promise<MessageId[] | undefined> {
  const plan = await buildPlan(change, outbox, actions)
  if (!plan) return undefined
  const [messages, boxes] = await Promise.all([
    selectHeldFields(change.tx, change.accountId, ids),
    selectBoxes(change.tx, change.accountId),
  ])
  const decisions = [...messages.values()].flatMap((message): Decision[] => {
    if (message.mailboxIds.length === 0) return []
    const decision = patchMessage(message, toPatch(plan), boxes)
    return typeof decision === 'string' ? [] : [decision]
  })
  const applied = await apply(change, boxes, decisions, (done) => outbox.enqueue(change, intents(done)))
  return applied.map(({ id }) => id)
}

function toPatch({ into, leaves, keywords }: Plan): EmailPatch {
  if (into.length === 0) return { keywords }
  return leaves
    ? { keywords, replaceMailboxes: new Set(into) }
    : { keywords, mailboxes: new Map(into.map((id) => [id, true])) }
}
