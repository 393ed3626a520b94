import type { MailboxId } from '@plmail/wire'
import type { Marks } from '../marks/marks.ts'
import type { Chosen, HeldFields } from './held-fields.ts'

/** The changeable fields of one message by name: each keyword on its own, and the mailboxes as one. */
type FieldName = `keyword:${string}` | 'mailboxes'
export type MessageFields = Partial<Record<FieldName, boolean | MailboxId[]>> &
  Partial<Marks> & {
    chosen?: Chosen | null
  }

type Values = Pick<HeldFields, 'keywords' | 'mailboxIds'>
type Next = Values & { marks?: { before: Marks; after: Marks }; chosen?: Chosen | null }

/** The fields that differ, with their values before and after; undefined when none does. */
export function difference(
  before: Values & Pick<HeldFields, 'chosen'>,
  after: Next,
): { before: MessageFields; after: MessageFields } | undefined {
  const changed: { before: MessageFields; after: MessageFields } = { before: {}, after: {} }
  const keywordsBefore = new Set(before.keywords)
  const has = new Set(after.keywords)
  for (const keyword of new Set([...keywordsBefore, ...has])) {
    if (keywordsBefore.has(keyword) === has.has(keyword)) continue
    changed.before[`keyword:${keyword}`] = keywordsBefore.has(keyword)
    changed.after[`keyword:${keyword}`] = has.has(keyword)
  }
  if (!sameIds(before.mailboxIds, after.mailboxIds)) {
    changed.before.mailboxes = before.mailboxIds
    changed.after.mailboxes = after.mailboxIds
  }
  if (after.marks) markDifference(changed, after.marks)
  if (after.chosen !== undefined && !sameChoice(before.chosen, after.chosen)) {
    changed.before.chosen = before.chosen
    changed.after.chosen = after.chosen
  }
  return Object.keys(changed.after).length > 0 ? changed : undefined
}

function markDifference(
  changed: { before: MessageFields; after: MessageFields },
  { before, after }: { before: Marks; after: Marks },
): void {
  if (before.snoozed?.until !== after.snoozed?.until) {
    changed.before.snoozed = before.snoozed
    changed.after.snoozed = after.snoozed
  }
  if (before.followUp !== after.followUp) {
    changed.before.followUp = before.followUp
    changed.after.followUp = after.followUp
  }
}

/** Said again later, the same is said anew: it may go before what was said of another message meanwhile. */
export const sameChoice = (a: Chosen | null, b: Chosen | null): boolean =>
  a?.category === b?.category && a?.at === b?.at

/** Both ascending. */
export function sameIds(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index])
}
