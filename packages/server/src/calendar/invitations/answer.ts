import {
  type EventObject,
  occurrenceObject,
  parseDuration,
  parseWallTime,
  writeWallTime,
} from '@plmail/calendar-format'
import { type AccountId, type CalendarId, type MessageId, type UserId, ProviderName } from '@plmail/wire'
import { record } from '../events/event-writes.ts'
import { eventsById } from '../events/event-rows.ts'
import { saveEvent } from '../events/keep-event.ts'
import { noteReplyTo } from './announce-job.ts'
import type { AnswerWanted, InvitationDone, InvitationRefusal, ProposalWanted } from './types.ts'
import { judge, type Judgement, withReply } from './invitation-authority.ts'
import { invitedEvent, recurrenceIdIn, withOverride } from './merge-invitation.ts'
import type { InvitationParts } from './invitation-parts.ts'
import { getOrganizer, participantAt } from './participants.ts'
import { readReceived, type Received } from './received-message.ts'
import { queueMail } from './scheduling-mail.ts'
import { selectFacts, selectStoredEvent, noteRevision, type StoredPlace, store } from './store-invitation.ts'
import { loadInvitation, type InvitationContext } from './invitation-view.ts'

/** Finds the message, does something with it, and tells how it stands then. */
export async function withMessage(
  parts: InvitationParts,
  [userId, accountId, id]: readonly [UserId, AccountId, MessageId],
  work: (context: InvitationContext) => Promise<InvitationRefusal | undefined>,
): Promise<InvitationDone> {
  const context = await readInvitation(parts, userId, accountId, id)
  if (!context) return { ok: false, why: 'not-found' }
  const why = await work(context)
  if (why) return { ok: false, why }
  const after = await readInvitation(parts, userId, accountId, id)
  return after ? { ok: true, invitation: after.view } : { ok: false, why: 'not-found' }
}

async function readInvitation(parts: InvitationParts, userId: UserId, accountId: AccountId, id: MessageId) {
  const account = (await parts.listAccounts(userId)).find((candidate) => candidate.id === accountId)
  const [received] = account ? await readReceived(parts.mail, account, [id]) : []
  return received ? loadInvitation(parts, userId, accountId, received) : undefined
}

/** See `Invitations.answer`. The answer is the user's decision, so it needs nobody's proof. */
export async function answer(
  parts: InvitationParts,
  context: InvitationContext,
  { status, comment }: AnswerWanted,
): Promise<InvitationRefusal | undefined> {
  const { received, item, view } = context
  if (!view.me) return 'not-invited'
  if (!view.mayAnswer) return 'not-now'
  const answering = await answeringPlace(parts, context)
  if (!answering) return 'not-there-yet'
  const { place, calendarId } = answering
  const { address } = view.me
  const cause = { actor: { kind: 'user' as const, userId: place.userId }, verb: 'answer-invitation' }
  const { result } = await parts.changes.write(place.accountId, cause, async (change) => {
    const storedEvent = place.isProvided
      ? (await eventsById(change.tx, place.accountId, place.storedEvent ? [place.storedEvent.id] : []))[0]
      : await selectStoredEvent(change, item)
    const facts = await selectFacts(change.tx, place, received, item, storedEvent?.event)
    // A message that is not from the organizer changes no stored event, whatever is answered.
    const isBelieved = !storedEvent || view.sender !== 'somebody-else'
    const judgement = isBelieved ? judge({ ...facts, ...asDecidedByUser(item.event) }) : undefined
    // A provider applies the organizer's change to its own calendars itself.
    const isNew = judgement?.what === 'write' && !place.isProvided
    const current = isNew ? judgement.event : storedEvent?.event
    const event = current && withAnswer(current, item.event, address, { status, comment })
    if (!event) return 'not-now' as const
    const stored = await store(parts, change, { calendarId, storedEvent, event, notify: true })
    if (!stored) return 'refused' as const
    if (isNew) await noteRevision(change, place.userId, received, item)
    await noteReplyTo(change, stored.id, received.header)
    return undefined
  })
  return result
}

/** Providers place invitations within seconds of the mail; polling finds them with the next look. */
const pollingMs = 10 * 60_000

interface AnsweringPlace {
  place: StoredPlace
  /** The calendar that the event is put into unless one has it already. */
  calendarId: CalendarId
}

/**
 * Finds the stored event that takes the answer. Some invitations are never placed: Google leaves out those of unknown
 * senders unless told otherwise. Such an invitation is put into the Google calendar from here. Exchange has no way to take
 * somebody else's meeting: there it stands in a calendar of the user's own until it is placed (`replaceStandIns`). The
 * organizer hears by mail of both.
 */
async function answeringPlace(
  parts: InvitationParts,
  { place, received, view }: InvitationContext,
): Promise<AnsweringPlace | undefined> {
  if (place.storedEvent) return { place, calendarId: place.storedEvent.calendarId }
  const own = async () => (await parts.calendars.own(place.userId)).id
  if (!place.isProvided) return { place, calendarId: await own() }
  if (!(await isLeftOut(parts, place, received))) return undefined
  const importing = await importingCalendar(parts, place, view)
  if (importing !== undefined) return { place: { ...place, isProvided: false }, calendarId: importing }
  const accountId = await parts.changes.personal(place.userId)
  if (accountId === undefined) return undefined
  return { place: { ...place, accountId, isProvided: false }, calendarId: await own() }
}

/**
 * Whether the provider's calendars were read after the message came and do not have the event. If the provider places it
 * later, the two become one: by uid at Google, by `replaceStandIns` elsewhere.
 */
async function isLeftOut(
  { clock, calendarsReadAt }: InvitationParts,
  { accountId }: StoredPlace,
  { arrivedAt }: Received,
): Promise<boolean> {
  const readAt = await calendarsReadAt(accountId)
  const isRead = readAt !== undefined && readAt > arrivedAt
  return isRead || clock.now().getTime() - arrivedAt.getTime() >= pollingMs
}

/** The calendar of Google that takes it: a guest has to be the account itself (`events.import`). */
async function importingCalendar(
  { calendars }: InvitationParts,
  { accounts, accountId }: StoredPlace,
  { me }: InvitationContext['view'],
): Promise<CalendarId | undefined> {
  const account = accounts.find(({ id }) => id === accountId)
  if (account?.provider !== ProviderName.google || account.address.toLowerCase() !== me?.address)
    return undefined
  const all = await calendars.list(accountId)
  return all.find(({ isDefault, isReadOnly, isProvided }) => isDefault && !isReadOnly && isProvided)?.id
}

/** As if the organizer were proven: the user has read who wrote it and decided. */
const asDecidedByUser = (event: EventObject) => ({ proof: 'verified' as const, sender: getOrganizer(event) })

function withAnswer(
  current: EventObject,
  requested: EventObject,
  address: string,
  { status, comment }: AnswerWanted,
): EventObject | undefined {
  const isOccurrence = requested['recurrenceId'] !== undefined && current['recurrenceId'] === undefined
  const version = isOccurrence ? occurrenceObject(current, recurrenceIdIn(current, requested)) : current
  const me = version && participantAt(version, address)
  if (!me) return undefined
  return withReply(current, requested, me[0], { participationStatus: status, participationComment: comment })
}

/** See `Invitations.propose`: a COUNTER (RFC 5546 §3.2.7), which the organizer may take or leave. */
export async function propose(
  parts: InvitationParts,
  { received, item, place, view }: InvitationContext,
  { start, duration, comment }: ProposalWanted,
): Promise<InvitationRefusal | undefined> {
  if (!view.me) return 'not-invited'
  const account = place.accounts.find(({ address }) => address.toLowerCase() === view.me?.address)
  const isTime = parseWallTime(start) !== undefined && parseDuration(duration) !== undefined
  if (!view.mayPropose || !account || !isTime) return 'not-now'
  const { address } = view.me
  const me = participantAt(item.event, address)
  const { recurrenceRule: _rule, recurrenceOverrides: _overrides, ...single } = item.event
  const participants = me
    ? { [me[0]]: { ...me[1], participationStatus: 'tentative', participationComment: comment } }
    : {}
  const organizer = participantAt(item.event, getOrganizer(item.event))
  const event: EventObject = {
    ...single,
    start,
    duration,
    participants: { ...participants, ...(organizer ? { [organizer[0]]: organizer[1] } : {}) },
  }
  const speech = await parts.getConventions(place.userId)
  const cause = { actor: { kind: 'user' as const, userId: place.userId }, verb: 'propose-time' }
  await parts.changes.write(account.id, cause, (change) =>
    queueMail(
      parts,
      change,
      {
        method: 'COUNTER',
        event,
        account,
        from: address,
        isKnown: true,
        inReplyTo: received.header,
        to: [getOrganizer(item.event)],
      },
      speech,
    ),
  )
  return undefined
}

/** See `Invitations.apply`. */
export async function apply(
  parts: InvitationParts,
  context: InvitationContext,
): Promise<InvitationRefusal | undefined> {
  const { received, item, place, view, facts } = context
  if (!view.mayApply) return 'not-now'
  const calendarId = place.storedEvent?.calendarId ?? (await parts.calendars.own(place.userId)).id
  const isCounter = facts.method === 'counter'
  const cause = { actor: { kind: 'user' as const, userId: place.userId }, verb: 'apply-invitation' }
  const { result } = await parts.changes.write(place.accountId, cause, async (change) => {
    const storedEvent = await selectStoredEvent(change, item)
    const now = await selectFacts(change.tx, place, received, item, storedEvent?.event)
    if (isCounter) {
      if (!storedEvent) return 'not-now' as const
      const stored = await saveEvent(
        change,
        storedEvent,
        { ...storedEvent, event: withTime(storedEvent.event, item.event) },
        'user',
      )
      if (!('id' in stored)) return 'refused' as const
      await record(change, parts.outbox, true, [{ before: storedEvent, after: stored }])
      return undefined
    }
    const judgement: Judgement = judge({
      ...now,
      ...(now.method === 'reply' ? {} : asDecidedByUser(now.item.event)),
    })
    if (judgement.what === 'nothing') return 'not-now' as const
    const event = storedEvent ? judgement.event : invitedEvent(judgement.event)
    if (!(await store(parts, change, { calendarId, storedEvent, event }))) return 'refused' as const
    await noteRevision(change, place.userId, received, item)
    return undefined
  })
  return result
}

/** The proposed time, of the whole or of one occurrence. */
function withTime(stored: EventObject, requested: EventObject): EventObject {
  const names = ['start', 'duration', 'timeZone', 'endTimeZone', 'showWithoutTime']
  const times = Object.fromEntries(Object.entries(requested).filter(([name]) => names.includes(name)))
  if (requested['recurrenceId'] === undefined || stored['recurrenceId'] !== undefined)
    return { ...stored, ...times }
  const id = recurrenceIdIn(stored, requested)
  const overrides = stored['recurrenceOverrides']
  const before = typeof overrides === 'object' && overrides !== null ? Object.entries(overrides) : []
  const [, patch] = before.find(([name]) => name === writeWallTime(id)) ?? []
  return withOverride(stored, id, { ...(typeof patch === 'object' ? patch : {}), ...times })
}
