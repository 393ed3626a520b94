import type { EventObject } from '@plmail/calendar-format'
import { type AccountId, type UserId, ProviderName } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import type { Sql } from '../../store/index.ts'
import type { CalendarEvent, WrittenBy } from '../types.ts'
import { record } from '../events/event-writes.ts'
import { insertEvent, removeEvents, saveEvent } from '../events/keep-event.ts'
import { type InvitationFacts, judge, type Why } from './invitation-authority.ts'
import { withOccurrenceRequest } from './merge-invitation.ts'
import type { SchedulingItem } from './scheduling-message.ts'
import { type InvitationParts, type MailAccount, getOwnAddresses } from './invitation-parts.ts'
import { invitedAs, participantAt } from './participants.ts'
import type { Received } from './received-message.ts'
import {
  keepRevision,
  type StoredCalendarEvent,
  selectEventsByUid,
  selectRevision,
  selectCalledOff,
  strayOccurrences,
} from './invitation-rows.ts'

/** The place where one part of a message about a meeting belongs. */
export interface StoredPlace {
  userId: UserId
  accounts: readonly MailAccount[]
  own: ReadonlySet<string>
  /** The account whose calendars hold it, or would. */
  accountId: AccountId
  storedEvent: StoredCalendarEvent | undefined
  /** Its provider keeps it, and changes it by itself when the mail comes. */
  isProvided: boolean
}

export const getRecurrenceId = ({ recurrenceId }: EventObject): string =>
  typeof recurrenceId === 'string' ? recurrenceId : ''

/** Google and Microsoft put what is sent to their mailboxes into their own calendars. */
export async function loadPlace(
  { database, changes, calendars, listAccounts }: InvitationParts,
  userId: UserId,
  mailAccountId: AccountId,
  item: SchedulingItem,
): Promise<StoredPlace | undefined> {
  const personal = await changes.personal(userId)
  if (personal === undefined) return undefined
  const accounts = await listAccounts(userId)
  const providers = accounts.filter(
    ({ provider }) => provider === ProviderName.google || provider === ProviderName.microsoft,
  )
  const ids = [personal, ...accounts.map(({ id }) => id)]
  const storedEvents = await selectEventsByUid(database, ids, item.uid, getRecurrenceId(item.event))
  const whose = { userId, accounts, own: getOwnAddresses(accounts) }
  const atProvider = storedEvents.find((candidate) => providers.some(({ id }) => id === candidate.accountId))
  if (atProvider)
    return { ...whose, accountId: atProvider.accountId, storedEvent: atProvider, isProvided: true }
  const writable = storedEvents.find(({ isReadOnly }) => !isReadOnly)
  if (writable) return { ...whose, accountId: writable.accountId, storedEvent: writable, isProvided: false }
  const receiving = providers.find(({ id }) => id === mailAccountId)
  const isProvided = receiving !== undefined && (await calendars.list(receiving.id)).length > 0
  return { ...whose, accountId: isProvided ? mailAccountId : personal, storedEvent: undefined, isProvided }
}

/** Why mail does nothing, besides what the message itself is. */
export type Untaken = Why | 'set-aside' | 'provided' | 'booked' | 'not-invited' | 'not-wished' | 'refused'

/** Does what a message says with one event, when all that must be true of it is. */
export async function storeInvitation(
  parts: InvitationParts,
  userId: UserId,
  mailAccountId: AccountId,
  received: Received,
  item: SchedulingItem,
): Promise<'written' | Untaken> {
  if (received.isSetAside) return 'set-aside'
  const place = await loadPlace(parts, userId, mailAccountId, item)
  if (!place || place.isProvided) return 'provided'
  if (place.storedEvent?.source === 'booking') return 'booked'
  if (!place.storedEvent) {
    if (received.message.method !== 'request') return 'unknown-event'
    if (!invitedAs(item.event, place.own)) return 'not-invited'
    if (!(await isWished(parts, userId, received.sender))) return 'not-wished'
  }
  return write(parts, place, received, item)
}

async function isWished(
  { getWish, isKnown }: InvitationParts,
  userId: UserId,
  sender: string,
): Promise<boolean> {
  const wish = await getWish(userId)
  return wish === 'all' || (wish === 'known' && (await isKnown(userId, sender)))
}

/** As the message says, in one write; who is proven, and what counted before, is asked under the account's lock. */
async function write(
  parts: InvitationParts,
  place: StoredPlace,
  received: Received,
  item: SchedulingItem,
): Promise<'written' | Untaken> {
  const calendarId = place.storedEvent?.calendarId ?? (await parts.calendars.own(place.userId)).id
  const cause = { actor: { kind: 'mail' as const }, verb: 'invitation' }
  const { result } = await parts.changes.write(place.accountId, cause, async (change) => {
    const storedEvent = await selectStoredEvent(change, item)
    const judged = judge(await selectFacts(change.tx, place, received, item, storedEvent?.event))
    if (judged.what === 'nothing') return judged.why
    const stored = await store(parts, change, {
      calendarId,
      storedEvent,
      event: judged.event,
      by: writtenBySender(received, item),
    })
    if (stored) await noteRevision(change, place.userId, received, item)
    return stored ? ('written' as const) : ('refused' as const)
  })
  return result
}

export async function selectStoredEvent(
  { tx, accountId }: Change,
  item: SchedulingItem,
): Promise<StoredCalendarEvent | undefined> {
  const storedEvents = await selectEventsByUid(tx, [accountId], item.uid, getRecurrenceId(item.event))
  return storedEvents.find(({ isReadOnly }) => !isReadOnly)
}

export async function selectFacts(
  sql: Sql,
  { userId, own }: Pick<StoredPlace, 'userId' | 'own'>,
  { message: { method }, sender, proof }: Received,
  item: SchedulingItem,
  stored: EventObject | undefined,
): Promise<InvitationFacts> {
  const recurrenceId = getRecurrenceId(item.event)
  const party = method === 'reply' ? sender : ''
  const key = { userId, uid: item.uid, party }
  const last = await selectRevision(sql, { ...key, recurrenceId })
  const lastOfSeries =
    recurrenceId === '' ? undefined : await selectRevision(sql, { ...key, recurrenceId: '' })
  const calledOff = await selectCalledOff(sql, { userId, uid: item.uid, recurrenceId })
  return { method, item, stored, last, lastOfSeries, calledOff, sender, proof, own }
}

export function noteRevision(
  { tx }: Change,
  userId: UserId,
  { message: { method }, sender }: Received,
  item: SchedulingItem,
): Promise<void> {
  const key = { userId, uid: item.uid, recurrenceId: getRecurrenceId(item.event) }
  return keepRevision(tx, { ...key, party: method === 'reply' ? sender : '' }, item)
}

/** By the name that the event gives who wrote; nobody else's word counts for it. */
function writtenBySender({ sender }: Received, { event, comment }: SchedulingItem): WrittenBy {
  const name = participantAt(event, sender)?.[1]['name']
  return {
    name: typeof name === 'string' ? name : '',
    email: sender,
    ...(comment === '' ? {} : { comment }),
  }
}

/** Writes the event, as new or in the place of what was kept; undefined where the calendar would not have it. */
export async function store(
  { outbox }: Pick<InvitationParts, 'outbox'>,
  change: Change,
  {
    calendarId,
    storedEvent,
    event,
    notify = false,
    by,
  }: {
    calendarId: CalendarEvent['calendarId']
    storedEvent: CalendarEvent | undefined
    event: EventObject
    notify?: boolean
    by?: WrittenBy
  },
): Promise<CalendarEvent | undefined> {
  const whole = storedEvent ? event : await withStrays(change, event)
  const stored = storedEvent
    ? await saveEvent(change, storedEvent, { ...storedEvent, event: whole }, 'user')
    : await insertEvent(change, { calendarId, event: whole, source: 'mail' }, 'user')
  if (!('id' in stored)) return undefined
  await record(change, outbox, notify, [{ before: storedEvent, after: stored }], by)
  return stored
}

/** A series that is told after one of its occurrences was has that one as its own from now on. */
async function withStrays(change: Change, event: EventObject): Promise<EventObject> {
  if (event['recurrenceId'] !== undefined) return event
  const strays = await strayOccurrences(change.tx, change.accountId, String(event['uid']))
  if (strays.length === 0) return event
  await removeEvents(
    change,
    strays.map(({ id }) => id),
  )
  return strays.reduce((series, stray) => withOccurrenceRequest(series, stray.event, new Set()), event)
}
