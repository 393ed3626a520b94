import type { Category, MailboxId, MessageId, ListAction } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import { apply, type Decision, intents } from '../actions/apply-decisions.ts'
import { type HeldFields, selectHeldFields } from '../actions/held-fields.ts'
import { patchMessage } from '../actions/patch-message.ts'
import type { EmailPatch, OutboxDoor } from '../types.ts'
import { selectBoxes } from '../labels/select-boxes.ts'
import { ensuredBox, ensuredRole } from './rule-folders.ts'

const keywordOf = {
  markRead: ['$seen', true],
  markUnread: ['$seen', false],
  star: ['$flagged', true],
  unstar: ['$flagged', false],
} as const

/** The word under which the journal keeps it; docs/words.md. */
export const verbs: Readonly<Record<ListAction['type'], string>> = {
  archive: 'archive',
  trash: 'trash',
  junk: 'move',
  inbox: 'move',
  moveTo: 'move',
  addTo: 'label',
  removeFrom: 'unlabel',
  categorise: 'categorise',
  markRead: 'mark-read',
  markUnread: 'mark-unread',
  star: 'star',
  unstar: 'unstar',
}

/** A requested action with the list's mailboxes and the time. */
export interface AskedOfList {
  action: ListAction
  /** The mailboxes that the list shows, which are what a message leaves; what lies in none of them leaves all it is in. */
  from: readonly MailboxId[]
  at: Date
}

/**
 * Does to the messages what a user would do to each in the list. Returns those that really changed; undefined, with
 * nothing done, when a folder cannot be had.
 */
export async function actOn(
  change: Change,
  outbox: OutboxDoor,
  { action, from, at }: AskedOfList,
  ids: readonly MessageId[],
): Promise<MessageId[] | undefined> {
  const target = await selectTarget(change, outbox, action)
  if (target === undefined) return undefined
  const [messages, boxes] = await Promise.all([
    selectHeldFields(change.tx, change.accountId, ids),
    selectBoxes(change.tx, change.accountId),
  ])
  const decisions = [...messages.values()].flatMap((message): Decision[] => {
    if (message.mailboxIds.length === 0) return []
    if (action.type === 'categorise') return categorised(message, action.category, at)
    const decision = patchMessage(message, toPatch(action, target, from, message), boxes)
    return typeof decision === 'string' ? [] : [decision]
  })
  const applied = await apply(change, boxes, decisions, (done) => outbox.enqueue(change, intents(done)))
  return applied.map(({ id }) => id)
}

/** As of when the run was asked for: what somebody says of the conversation while it goes on counts more. */
function categorised(fields: HeldFields, category: Category, at: Date): Decision[] {
  const { keywords, mailboxIds, chosen } = fields
  if (chosen && new Date(chosen.at) > at) return []
  return [{ held: fields, keywords, mailboxIds, chosen: { category, at: at.toISOString() } }]
}

/**
 * Returns the target mailbox; null for an action that moves nothing. Undefined when there is no such folder and none
 * can be made.
 */
async function selectTarget(
  change: Change,
  outbox: OutboxDoor,
  action: ListAction,
): Promise<MailboxId | null | undefined> {
  switch (action.type) {
    case 'archive':
    case 'trash':
    case 'junk':
      return ensuredRole(change, outbox, action.type)
    case 'inbox':
      return [...(await selectBoxes(change.tx, change.accountId)).values()].find(
        ({ role }) => role === 'inbox',
      )?.id
    case 'moveTo':
    case 'addTo':
    case 'removeFrom':
      return ensuredBox(change, outbox, action.mailbox)
    default:
      return null
  }
}

function toPatch(
  action: ListAction,
  target: MailboxId | null,
  from: readonly MailboxId[],
  { mailboxIds }: HeldFields,
): EmailPatch {
  if (target === null) {
    const [keyword, isSet] = keywordOf[action.type as keyof typeof keywordOf] // what has no target sets a keyword
    return { keywords: new Map([[keyword, isSet]]) }
  }
  if (action.type === 'addTo') return { mailboxes: new Map([[target, true]]) }
  if (action.type === 'removeFrom') {
    // Mail that lies nowhere else stays where it is: it cannot be nowhere.
    return mailboxIds.length > 1 ? { mailboxes: new Map([[target, false]]) } : {}
  }
  const leaving = from.filter((id) => mailboxIds.includes(id) && id !== target)
  if (leaving.length === 0) return { replaceMailboxes: new Set([target]) }
  return { mailboxes: new Map([...leaving.map((id) => [id, false] as const), [target, true]]) }
}
