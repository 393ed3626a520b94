import type { MailboxId } from '@plmail/wire'
import type { Marks } from '../snooze/marks.ts'
import type { Held } from './held.ts'

/** The changeable fields of one message by name: each keyword on its own, and the mailboxes as one. */
export type FieldName = `keyword:${string}` | 'mailboxes'
export type Fields = Partial<Record<FieldName, boolean | MailboxId[]>> & Partial<Marks>

type Values = Pick<Held, 'keywords' | 'mailboxIds'>

/** The fields that differ, with their values before and after; undefined when none does. */
export function difference(
  before: Values,
  after: Values & { marks?: { before: Marks; after: Marks } },
): { before: Fields; after: Fields } | undefined {
  const changed: { before: Fields; after: Fields } = { before: {}, after: {} }
  const had = new Set(before.keywords)
  const has = new Set(after.keywords)
  for (const keyword of new Set([...had, ...has])) {
    if (had.has(keyword) === has.has(keyword)) continue
    changed.before[`keyword:${keyword}`] = had.has(keyword)
    changed.after[`keyword:${keyword}`] = has.has(keyword)
  }
  if (!sameIds(before.mailboxIds, after.mailboxIds)) {
    changed.before.mailboxes = before.mailboxIds
    changed.after.mailboxes = after.mailboxIds
  }
  if (after.marks) markDifference(changed, after.marks)
  return Object.keys(changed.after).length > 0 ? changed : undefined
}

function markDifference(
  changed: { before: Fields; after: Fields },
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

/** Both ascending. */
export function sameIds(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index])
}
