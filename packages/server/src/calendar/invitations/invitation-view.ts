import { type EventObject, expand, occurrenceObject, parseWallTime, toSeries } from '@plmail/calendar-format'
import type { AccountId, UserId } from '@plmail/wire'
import type { Calendars } from '../types.ts'
import { within } from '../events/events-in-range.ts'
import type { Conflict, InvitationView } from './types.ts'
import { type InvitationFacts, judgeOrganizer } from './invitation-authority.ts'
import { recurrenceIdIn } from './merge-invitation.ts'
import type { SchedulingItem } from './scheduling-message.ts'
import type { InvitationParts } from './invitation-parts.ts'
import { invitedAs, getOrganizer, participantAt, plainAddress } from './participants.ts'
import type { Received } from './received-message.ts'
import { isCalledOff, compareRevisions } from './revision.ts'
import { selectFacts, type StoredPlace, loadPlace } from './store-invitation.ts'

/** A message about a meeting with everything that decides what can be done with it. */
export interface InvitationContext {
  received: Received
  item: SchedulingItem
  place: StoredPlace
  facts: InvitationFacts
  view: InvitationView
}

export async function loadInvitation(
  parts: InvitationParts,
  userId: UserId,
  accountId: AccountId,
  received: Received,
): Promise<InvitationContext | undefined> {
  const [item] = received.message.items
  const place = item ? await loadPlace(parts, userId, accountId, item) : undefined
  if (!item || !place) return undefined
  const facts = await selectFacts(parts.database, place, received, item, place.storedEvent?.event)
  const view = toView({ received, item, place, facts })
  const conflicts = received.message.method === 'request' ? await loadConflicts(parts, place, view) : []
  return { received, item, place, facts, view: { ...view, conflicts } }
}

function toView({ received, item, place, facts }: Omit<InvitationContext, 'view'>): InvitationView {
  const { method, items } = received.message
  const { storedEvent, isProvided, own } = place
  const [start, end] = readTimes(item.event)
  const standing = standingIn(facts)
  const current = findCurrentEvent(storedEvent?.event, item.event)
  const me = invitedAs(item.event, own)
  const mine = me && (current ? (participantAt(current, me.address)?.[1] ?? me.participant) : me.participant)
  const isOpen = !received.isSetAside && !received.isOwn
  const isAsked = isOpen && method === 'request' && me !== undefined
  // What somebody else says of an event that is kept is never taken over.
  const sender = getSender(facts)
  const isTold = !storedEvent || sender !== 'somebody-else'
  const isTimely = standing !== 'out-of-date' && standing !== 'cancelled'
  return {
    messageId: received.messageId,
    method,
    event: item.event,
    more: items.length - 1,
    start,
    end,
    sender,
    standing,
    isProvided,
    isSent: received.isOwn,
    me: me
      ? {
          address: me.address,
          status: plainAddress(mine?.['participationStatus']) || 'needs-action',
          comment: readText(mine?.['participationComment']),
        }
      : null,
    kept: storedEvent
      ? { accountId: storedEvent.accountId, calendarId: storedEvent.calendarId, eventId: storedEvent.id }
      : null,
    mayAnswer: isAsked && isTimely && !(storedEvent?.isReadOnly ?? false),
    mayPropose: isAsked && isTimely,
    mayApply:
      isOpen && !isProvided && storedEvent?.source !== 'booking' && isTold && isAppliable(facts, standing),
    conflicts: [],
  }
}

function isAppliable({ method, item, own }: InvitationFacts, standing: InvitationView['standing']): boolean {
  if (own.has(getOrganizer(item.event))) return standing === 'waiting'
  if (method === 'request') return standing === 'new' || standing === 'waiting'
  return method === 'cancel' && standing === 'waiting'
}

/** How what is kept stands to what the message says. */
function standingIn(facts: InvitationFacts): InvitationView['standing'] {
  const { method, item, stored, last, lastOfSeries, calledOff, own, sender } = facts
  const current = findCurrentEvent(stored, item.event)
  if (method === 'counter') return isCounterOpen(facts, current) ? 'waiting' : stored ? 'out-of-date' : 'new'
  if (compareRevisions(item, lastOfSeries) === 'out-of-date') return 'out-of-date'
  const standing = compareRevisions(item, last)
  if (standing === 'out-of-date') return 'out-of-date'
  const isOver = method === 'request' && isCalledOff(item, calledOff)
  if (!stored) return method === 'cancel' || isOver ? 'cancelled' : 'new'
  if (method === 'reply' && own.has(getOrganizer(stored)))
    return isAnswerKept(current, item, sender) ? 'kept' : 'waiting'
  const isOff = current === undefined || current['status'] === 'cancelled'
  if (method === 'cancel') return isOff ? 'cancelled' : 'waiting'
  if (isOff && (standing !== 'newer' || isOver || isCalledOffAt(current, facts))) return 'cancelled'
  return standing === 'newer' && (last !== undefined || isOtherwise(current, item.event)) ? 'waiting' : 'kept'
}

/** A provider changes the events it keeps by itself, so messages do not count there: the revision tells the latest. */
const isCalledOffAt = (current: EventObject | undefined, { item, last }: InvitationFacts): boolean =>
  last === undefined && item.sequence <= Number(current?.['sequence'] ?? 0)

function isCounterOpen(
  { item, own, sender, stored }: InvitationFacts,
  current: EventObject | undefined,
): boolean {
  const isMine = stored !== undefined && own.has(getOrganizer(stored)) && current?.['status'] !== 'cancelled'
  const isAsked = current !== undefined && participantAt(current, sender) !== undefined
  return isMine && isAsked && isOtherwise(current, item.event)
}

function isAnswerKept(current: EventObject | undefined, { event }: SchedulingItem, sender: string): boolean {
  const [currentVersion, announcedVersion] = [current, event].map((version) =>
    version ? participantAt(version, sender)?.[1]['participationStatus'] : undefined,
  )
  return currentVersion === announcedVersion
}

function isOtherwise(current: EventObject | undefined, requested: EventObject): boolean {
  return ['start', 'duration', 'timeZone'].some((name) => current?.[name] !== requested[name])
}

/** Returns the stored state of what the message is about: one occurrence, or the whole event. */
function findCurrentEvent(stored: EventObject | undefined, requested: EventObject): EventObject | undefined {
  if (!stored || requested['recurrenceId'] === undefined || stored['recurrenceId'] !== undefined)
    return stored
  return occurrenceObject(stored, recurrenceIdIn(stored, requested))
}

function getSender(facts: InvitationFacts): InvitationView['sender'] {
  const { method, item, sender, proof } = facts
  if (method === 'reply' || method === 'counter') {
    if (!participantAt(item.event, sender)) return 'somebody-else'
    return proof === 'failed' ? 'somebody-else' : proof === 'verified' ? 'proven' : 'unproven'
  }
  const refusal = judgeOrganizer(facts)
  if (refusal === 'somebody-else' || proof === 'failed') return 'somebody-else'
  return proof === 'verified' ? 'proven' : 'unproven'
}

/** The first time that a series takes place; floating times are looked at in UTC. */
function readTimes(event: EventObject): [number, number] {
  const { recurrenceRule: _rule, recurrenceOverrides: _overrides, ...single } = event
  const begin = parseWallTime(readText(event['start'])) ?? 0
  const [first] = expand(toSeries(single), begin - 2 * dayMs, begin + 2 * dayMs, 'UTC').occurrences
  return [first?.start ?? begin, first?.end ?? begin]
}

const dayMs = 86_400_000
const readText = (json: unknown): string => (typeof json === 'string' ? json : '')
const maxConflicts = 5
/** However long strangers say that it lasts: each series of the user is reckoned for that long. */
const maxLookedMs = 31 * dayMs

async function loadConflicts(
  { database, calendars, listAccounts, changes, getConventions }: InvitationParts,
  { userId, storedEvent }: StoredPlace,
  { start, end, event }: InvitationView,
): Promise<Conflict[]> {
  if (end <= start || event['showWithoutTime'] === true) return []
  const { timeZone } = await getConventions(userId)
  const to = Math.min(end, start + maxLookedMs)
  const personal = await changes.personal(userId)
  const accountIds = [...(await listAccounts(userId)).map(({ id }) => id), ...(personal ? [personal] : [])]
  const conflicts: Conflict[] = []
  for (const accountId of accountIds) {
    const calendarIds = await busyCalendars(calendars, accountId)
    if (calendarIds.length === 0) continue
    const { takings } = await within(database, accountId, { from: start, to, timeZone, calendarIds })
    for (const taking of takings) {
      const occurrence = occurrenceObject(taking.event, taking.recurrenceId) ?? taking.event
      if (taking.id === storedEvent?.id || taking.event['uid'] === event['uid']) continue
      if (occurrence['freeBusyStatus'] === 'free' || occurrence['status'] === 'cancelled') continue
      conflicts.push({
        accountId,
        eventId: taking.id,
        title: readText(occurrence['title']),
        start: taking.start,
        end: taking.end,
        timeZone: readText(occurrence['timeZone']) || null,
        isAllDay: occurrence['showWithoutTime'] === true,
      })
    }
  }
  return conflicts.toSorted((a, b) => a.start - b.start).slice(0, maxConflicts)
}

async function busyCalendars(calendars: Pick<Calendars, 'list'>, accountId: AccountId) {
  const all = await calendars.list(accountId)
  return all.filter(({ availability }) => availability !== 'none').map(({ id }) => id)
}
