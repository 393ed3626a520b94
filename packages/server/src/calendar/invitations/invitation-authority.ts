import { type EventObject, isObject, occurrenceObject } from '@plmail/calendar-format'
import type { SenderProof } from '../../safety/index.ts'
import {
  invitedEvent,
  recurrenceIdIn,
  withOccurrenceRequest,
  withOverride,
  withoutOccurrence,
  withParticipant,
  withRequest,
} from './merge-invitation.ts'
import type { SchedulingItem, SchedulingMethod } from './scheduling-message.ts'
import { getOrganizer, participantAt, plainAddress, getSentBy } from './participants.ts'
import { type CalledOff, isCalledOff, type Revision, compareRevisions } from './revision.ts'

/** Everything that decides what a message about a meeting does. */
export interface InvitationFacts {
  method: SchedulingMethod
  item: SchedulingItem
  /** The stored event: the series, or this one occurrence where only that is stored. */
  stored: EventObject | undefined
  /** The newest message of this sender about this event, or this occurrence, that counted. */
  last: Revision | undefined
  /** The newest one about the whole series, where the message is about an occurrence. */
  lastOfSeries: Revision | undefined
  /** The cancellations of the meeting, also of one that no calendar had. */
  calledOff: readonly CalledOff[]
  /** In lower case; empty where the message names nobody, or several. */
  sender: string
  proof: SenderProof
  /** The user's addresses, in lower case. */
  own: ReadonlySet<string>
}

export type Judgement =
  /** The decision; `write` stores the event, as a new one or in place of `stored`. */
  { what: 'write'; event: EventObject } | { what: 'nothing'; why: Why }

export type Why =
  /** This method is only shown. */
  | 'shown-only'
  /** Who wrote it is not the organizer, or not the one who answers. */
  | 'somebody-else'
  /** It claims to be from the organizer, and nobody who can be believed says so. */
  | 'unproven'
  /** A newer message counted already, or this one did. */
  | 'out-of-date'
  | 'repeated'
  /** It was called off before this came. */
  | 'called-off'
  /** It is about an event that is not kept here. */
  | 'unknown-event'
  /** I invite to it myself. */
  | 'own-event'
  | 'unreadable'

/**
 * Decides how a message changes the stored event (RFC 5546 §3.2). Pure; whether mail may write at all is checked
 * before.
 */
export function judge(facts: InvitationFacts): Judgement {
  switch (facts.method) {
    case 'request':
      return judgeRequest(facts)
    case 'cancel':
      return judgeCancel(facts)
    case 'reply':
      return judgeReply(facts)
    default:
      return nothing('shown-only')
  }
}

const nothing = (why: Why): Judgement => ({ what: 'nothing', why })

function judgeRequest(facts: InvitationFacts): Judgement {
  const { item, stored, own, calledOff } = facts
  const refusal = judgeOrganizer(facts) ?? judgeRevision(facts)
  if (refusal) return nothing(refusal)
  const proven = calledOff.filter(({ isProven }) => isProven)
  if (!stored && isCalledOff(item, proven)) return nothing('called-off')
  if (!stored) return { what: 'write', event: invitedEvent(item.event) }
  const isOccurrence = item.event['recurrenceId'] !== undefined && stored['recurrenceId'] === undefined
  const event = isOccurrence
    ? withOccurrenceRequest(stored, item.event, own)
    : withRequest(stored, item.event, own)
  return { what: 'write', event }
}

function judgeCancel(facts: InvitationFacts): Judgement {
  const { item, stored } = facts
  const refusal = judgeOrganizer(facts) ?? judgeRevision(facts)
  if (refusal) return nothing(refusal)
  if (!stored) return nothing('unknown-event')
  if (item.event['recurrenceId'] !== undefined && stored['recurrenceId'] === undefined)
    return { what: 'write', event: withoutOccurrence(stored, item.event) }
  const sequence = Math.max(item.sequence, sequenceIn(stored))
  return { what: 'write', event: { ...stored, status: 'cancelled', sequence } }
}

/** Only the organizer, or who is named to speak for them, says what a meeting has become: as it is kept, if it is. */
export function judgeOrganizer({ item, stored, sender, proof, own }: InvitationFacts): Why | undefined {
  const organizer = getOrganizer(item.event)
  if (organizer === '') return 'unreadable'
  if (own.has(organizer)) return 'own-event'
  const current = stored ?? item.event
  if (getOrganizer(current) !== organizer) return 'somebody-else'
  if (sender !== organizer && (sender === '' || sender !== getSentBy(current))) return 'somebody-else'
  return proof === 'verified' ? undefined : 'unproven'
}

/** Refuses an outdated message. An event stored without a message counts with its own sequence number. */
function judgeRevision({ item, stored, last, lastOfSeries }: InvitationFacts): Why | undefined {
  const lastRevision =
    last ?? (stored ? { sequence: sequenceIn(stored, item.event), stampedAt: null } : undefined)
  const standing = compareRevisions(item, lastRevision)
  if (standing !== 'newer') return standing
  return compareRevisions(item, lastOfSeries) === 'out-of-date' ? 'out-of-date' : undefined
}

function judgeReply({ item, stored, last, sender, proof, own }: InvitationFacts): Judgement {
  if (!stored) return nothing('unknown-event')
  if (!own.has(getOrganizer(stored))) return nothing('somebody-else')
  const answer = sender === '' ? undefined : participantAt(item.event, sender)?.[1]
  const participant = participantAt(stored, sender)
  if (!answer || !participant || proof === 'failed') return nothing('somebody-else')
  const standing = compareRevisions(item, last)
  if (standing !== 'newer') return nothing(standing)
  if (item.sequence < sequenceIn(stored, item.event)) return nothing('out-of-date')
  const status = plainAddress(answer['participationStatus'])
  if (!answers.includes(status)) return nothing('unreadable')
  const facts = { participationStatus: status, participationComment: item.comment }
  return { what: 'write', event: withReply(stored, item.event, participant[0], facts) }
}

const answers = ['accepted', 'declined', 'tentative', 'delegated', 'needs-action']

/** One participant's answer, and nothing else of what a stranger wrote. */
export function withReply(
  stored: EventObject,
  requested: EventObject,
  id: string,
  facts: EventObject,
): EventObject {
  if (requested['recurrenceId'] === undefined || stored['recurrenceId'] !== undefined)
    return withParticipant(stored, id, facts)
  const at = recurrenceIdIn(stored, requested)
  const before = occurrenceObject(stored, at)
  // An occurrence that does not take place needs no answer.
  if (!before) return stored
  const { participants = {} } = withParticipant(before, id, facts)
  return withOverride(stored, at, { ...overrideAt(stored, requested), participants })
}

function overrideAt(series: EventObject, requested: EventObject): EventObject {
  const { recurrenceOverrides } = series
  const { recurrenceId } =
    occurrenceObject({ ...series, recurrenceOverrides: {} }, recurrenceIdIn(series, requested)) ?? {}
  const patch = isObject(recurrenceOverrides) ? recurrenceOverrides[String(recurrenceId)] : undefined
  return isObject(patch) ? patch : {}
}

/** The number that the kept event has, or its occurrence where that has one of its own. */
function sequenceIn(stored: EventObject, incomingEvent?: EventObject): number {
  const patch = incomingEvent?.['recurrenceId'] === undefined ? {} : overrideAt(stored, incomingEvent)
  const sequence = patch['sequence'] ?? stored['sequence']
  return typeof sequence === 'number' ? sequence : 0
}
