import type { MailboxId } from '@plmail/wire'
import type { Decision } from './apply-decisions.ts'
import type { EmailPatch, EmailRefusal } from '../types.ts'
import type { Box } from '../labels/select-boxes.ts'
import type { Marks } from '../marks/marks.ts'
import { isInbox, isSnoozed } from '../marks/snoozed-mailbox.ts'

const yearMs = 365 * 86_400_000
/** Whoever means "never" archives. */
const maxMs = 10 * yearMs

/** Whether a patch says when to see a message again. */
export const setsMarks = ({ snoozedUntil, followUpAt }: EmailPatch): boolean =>
  snoozedUntil !== undefined || followUpAt !== undefined

/**
 * The decision with what the patch says about later: a snoozed message leaves the Inbox for the mailbox of snoozed mail
 * (from elsewhere it leaves its folders), and one whose snooze is ended by hand goes back where it was.
 */
export function withMarks(
  decision: Decision,
  patch: EmailPatch,
  { boxes, marks, now }: { boxes: ReadonlyMap<MailboxId, Box>; marks: Marks; now: Date },
): Decision | EmailRefusal {
  const { snoozedUntil, followUpAt } = patch
  if (![snoozedUntil, followUpAt].every((at) => !at || isAhead(at, now))) return 'time-out-of-range'
  const after = { ...marks }
  if (followUpAt !== undefined) after.followUp = followUpAt && followUpAt.toISOString()
  let { mailboxIds } = decision
  if (snoozedUntil) {
    const away = awayFrom(decision.held.mailboxIds, boxes)
    mailboxIds = away.mailboxIds
    after.snoozed = { until: snoozedUntil.toISOString(), wasIn: marks.snoozed?.wasIn ?? away.left }
  } else if (snoozedUntil === null) {
    mailboxIds = backFrom(mailboxIds, marks, boxes)
    after.snoozed = null
  }
  return { ...decision, mailboxIds, marks: { before: marks, after } }
}

const isAhead = (at: Date, now: Date) => at > now && at.getTime() <= now.getTime() + maxMs

function awayFrom(
  ids: readonly MailboxId[],
  boxes: ReadonlyMap<MailboxId, Box>,
): { mailboxIds: MailboxId[]; left: MailboxId[] } {
  const snoozed = [...boxes.values()].find(isSnoozed)
  const isInInbox = (id: MailboxId) => boxes.get(id)?.role === 'inbox'
  const leaves = ids.some(isInInbox)
    ? isInInbox
    : (id: MailboxId) => !isView(boxes.get(id)) && id !== snoozed?.id
  const stays = ids.filter((id) => !leaves(id))
  return {
    mailboxIds: sortUnique(snoozed ? [...stays, snoozed.id] : ids),
    left: ids.filter(leaves),
  }
}

/** Returns whether a mailbox is a view: messages stay in it whatever else happens to them. */
const isView = (box: Box | undefined): boolean =>
  box?.role === 'all' || box?.role === 'flagged' || box?.role === 'important'

function backFrom(
  ids: readonly MailboxId[],
  { snoozed }: Marks,
  boxes: ReadonlyMap<MailboxId, Box>,
): MailboxId[] {
  const inSnoozed = ids.filter((id) => boxes.get(id)?.role === 'snoozed')
  if (inSnoozed.length === 0) return [...ids]
  const stays = ids.filter((id) => !inSnoozed.includes(id))
  const formerMailboxes = (snoozed?.wasIn ?? []).filter((id) => boxes.get(id)?.isSelectable)
  const back =
    formerMailboxes.length > 0 ? formerMailboxes : [...boxes.values()].filter(isInbox).map(({ id }) => id)
  return back.length > 0 ? sortUnique([...stays, ...back]) : [...ids]
}

const sortUnique = (ids: readonly MailboxId[]) => [...new Set(ids)].sort((a, b) => a - b)
