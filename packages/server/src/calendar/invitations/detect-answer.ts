import {
  type EventObject,
  isObject,
  occurrenceObject,
  parseWallTime,
  patchBetween,
} from '@plmail/calendar-format'
import type { InvitationAnswer } from '../types.ts'
import { invitedAs } from './participants.ts'

/**
 * The user's answer to an invitation, when the change from before to after consists of that answer and nothing else. It is
 * to the whole series or to one occurrence. Undefined for every other change.
 */
export function answerIn(
  before: EventObject | undefined,
  after: EventObject | undefined,
  own: ReadonlySet<string>,
): InvitationAnswer | undefined {
  if (!before || !after) return undefined
  const changed = Object.keys(patchBetween(before, after))
  if (changed.length !== 1) return undefined
  if (changed[0] === 'participants') return answerBetween(before, after, own, undefined)
  if (changed[0] !== 'recurrenceOverrides') return undefined
  const [was, is] = [before, after].map(({ recurrenceOverrides: overrides }) =>
    isObject(overrides) ? overrides : {},
  )
  const ids = Object.keys(patchBetween(was ?? {}, is ?? {}))
  const [id] = ids
  const wall = id === undefined ? undefined : parseWallTime(id)
  if (ids.length !== 1 || id === undefined || wall === undefined) return undefined
  const [occurrenceBefore, occurrenceAfter] = [occurrenceObject(before, wall), occurrenceObject(after, wall)]
  if (
    !occurrenceBefore ||
    !occurrenceAfter ||
    Object.keys(patchBetween(occurrenceBefore, occurrenceAfter)).join() !== 'participants'
  )
    return undefined
  return answerBetween(occurrenceBefore, occurrenceAfter, own, id)
}

function answerBetween(
  before: EventObject,
  after: EventObject,
  own: ReadonlySet<string>,
  recurrenceId: string | undefined,
): InvitationAnswer | undefined {
  const [was, is] = [invitedAs(before, own), invitedAs(after, own)]
  const status = is?.participant['participationStatus']
  if (!was || !is || status === was.participant['participationStatus']) return undefined
  if (status !== 'accepted' && status !== 'tentative' && status !== 'declined') return undefined
  const comment = is.participant['participationComment']
  return { status, comment: typeof comment === 'string' ? comment : '', recurrenceId }
}
