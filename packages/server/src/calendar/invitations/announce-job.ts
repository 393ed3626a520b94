import { type EventObject } from '@plmail/calendar-format'
import type { AccountId, CalendarEventId, CalendarId, UserId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import type { JobKind } from '../../jobs/index.ts'
import type { EventIntent, EventOutbox } from '../types.ts'
import { record } from '../events/event-writes.ts'
import { raisesSequence } from '../events/index.ts'
import { eventsById } from '../events/event-rows.ts'
import { saveEvent } from '../events/keep-event.ts'
import { buildAnnouncements } from './announcements.ts'
import { answerIn } from './detect-answer.ts'
import { type InvitationParts, type MailAccount, getOwnAddresses } from './invitation-parts.ts'
import { invitedAs, getOrganizer } from './participants.ts'
import { queueMail } from './scheduling-mail.ts'

/** As long as a message waits before it goes, so that a change can be taken back. */
const holdMs = 10_000

interface EventJob {
  userId: UserId
  accountId: AccountId
  eventId: CalendarEventId
}

/** Tells people what became of an event. */
export const announceKind: JobKind<EventJob> = {
  name: 'calendar.announce',
  lane: 'outbox',
  maxAttempts: 10,
  parse: (payload) => {
    const [userId, accountId, eventId] = ['userId', 'accountId', 'eventId'].map((name) => {
      const value = (payload as Record<string, unknown> | null)?.[name]
      if (typeof value !== 'number') throw new Error(`Job payload lacks ${name}`)
      return value
    })
    return {
      userId: userId as UserId,
      accountId: accountId as AccountId,
      eventId: eventId as CalendarEventId,
    }
  },
}

/** Dependencies of `tellingPeople`. */
interface TellingParts extends Pick<InvitationParts, 'listAccounts' | 'jobs'> {
  /** Addresses for which the server of a calendar tells people by itself, of those calendars where one does. */
  selectAddressesToldByServer(
    sql: Change['tx'],
    calendarIds: readonly CalendarId[],
  ): Promise<ReadonlyMap<CalendarId, readonly string[]>>
}

/**
 * Stands before the outbox of sync. Where a provider keeps the event, or a server that tells people itself (RFC 6638), that
 * tells them, and the outbox hears what was answered; elsewhere the people are told by mail once the change has stood for
 * a while.
 */
export function tellingPeople(
  outbox: EventOutbox,
  { listAccounts, jobs, selectAddressesToldByServer }: TellingParts,
): EventOutbox {
  return {
    enqueue: async (change, intents) => {
      const telling = intents.some(({ notify }) => notify)
      const accounts = telling ? await listAccounts(change.userId) : []
      const isProvided = accounts.some(({ id }) => id === change.accountId)
      await outbox.enqueue(
        change,
        isProvided ? intents.map((intent) => withAnswer(intent, accounts)) : intents,
      )
      const own = getOwnAddresses(accounts)
      const servers = telling
        ? await selectAddressesToldByServer(
            change.tx,
            intents.map(({ calendarId }) => calendarId),
          )
        : undefined
      for (const intent of intents) {
        const { notify, before, after } = intent
        const organizer = getOrganizer(after ?? before ?? {})
        const isImport = before === undefined && !own.has(organizer)
        // A provider tells of all but what was imported: its organizer has not heard of that copy.
        const isByMail = !isProvided || isImport
        const isToldThere = servers?.get(intent.calendarId)?.includes(getSpeaker(intent, own)) ?? false
        if (notify && organizer !== '' && isByMail && !isToldThere) await wait(jobs, change, intent)
      }
    },
  }
}

/** Which of my addresses says what the change says: the organizer's, or the one that was invited; empty for none. */
function getSpeaker({ before, after }: EventIntent, own: ReadonlySet<string>): string {
  const event = after ?? before ?? {}
  const organizer = getOrganizer(event)
  return own.has(organizer) ? organizer : (invitedAs(event, own)?.address ?? '')
}

function withAnswer(intent: EventIntent, accounts: readonly MailAccount[]): EventIntent {
  const answer = intent.notify ? answerIn(intent.before, intent.after, getOwnAddresses(accounts)) : undefined
  return answer ? { ...intent, answer } : intent
}

/** Delays the announcement; of several changes, the state before the first counts. */
async function wait(
  jobs: InvitationParts['jobs'],
  { tx, accountId, userId, at }: Change,
  { eventId, before }: EventIntent,
): Promise<void> {
  const due = new Date(at.getTime() + holdMs)
  await tx.query(
    `insert into announcement (event_id, account_id, before, due_at) values ($1, $2, $3, $4)
     on conflict (event_id) do update set due_at = excluded.due_at`,
    [eventId, accountId, before ? JSON.stringify(before) : null, due],
  )
  await jobs.enqueue(
    tx,
    announceKind,
    { userId, accountId, eventId },
    { key: `calendar.announce:${eventId}`, runAt: due },
  )
}

/** Notes which message an answer belongs to, while it has not left. */
export async function noteReplyTo(
  { tx, accountId }: Change,
  eventId: CalendarEventId,
  header: string | null,
): Promise<void> {
  await tx.query('update announcement set in_reply_to = $3 where event_id = $1 and account_id = $2', [
    eventId,
    accountId,
    header,
  ])
}

/** Compares what people knew with what is, and queues what they have to be told; not before it is due. */
export async function announce(
  parts: InvitationParts,
  { userId, accountId, eventId }: EventJob,
): Promise<Date | undefined> {
  const accounts = await parts.listAccounts(userId)
  const speech = await parts.getConventions(userId)
  const cause = { actor: { kind: 'system' as const }, verb: 'invite' }
  const { result } = await parts.changes.write(accountId, cause, async (change) => {
    const [waiting] = await change.tx.query<{
      before: EventObject | null
      inReplyTo: string | null
      dueAt: Date
    }>(
      `select before, in_reply_to as "inReplyTo", due_at as "dueAt" from announcement
       where event_id = $1 and account_id = $2 for update`,
      [eventId, accountId],
    )
    if (!waiting) return undefined
    if (waiting.dueAt > parts.clock.now()) return waiting.dueAt
    const before = waiting.before ?? undefined
    const own = getOwnAddresses(accounts)
    const after = await raised(parts, change, { eventId, before, own })
    for (const announcement of buildAnnouncements(before, after, own)) {
      const account = accounts.find(({ address }) => address.toLowerCase() === announcement.from)
      const isKnown = before !== undefined
      if (account)
        await queueMail(
          parts,
          change,
          { ...announcement, account, isKnown, inReplyTo: waiting.inReplyTo },
          speech,
        )
    }
    await change.tx.query('delete from announcement where event_id = $1', [eventId])
    return undefined
  })
  return result
}

interface RevisedEvent {
  eventId: CalendarEventId
  before: EventObject | undefined
  own: ReadonlySet<string>
}

/** The event as it is now, a revision further than what people knew where it is mine and another one (RFC 5546 §2.1.4). */
async function raised(
  { outbox }: InvitationParts,
  change: Change,
  { eventId, before, own }: RevisedEvent,
): Promise<EventObject | undefined> {
  const [event] = await eventsById(change.tx, change.accountId, [eventId])
  if (!event || !own.has(getOrganizer(event.event)) || !raisesSequence(before, event.event))
    return event?.event
  const [was, is] = [before, event.event].map((version) => Number(version?.['sequence'] ?? 0))
  if ((is ?? 0) > (was ?? 0)) return event.event
  const stored = await saveEvent(
    change,
    event,
    { ...event, event: { ...event.event, sequence: (was ?? 0) + 1 } },
    'provider',
  )
  if (!('id' in stored)) return event.event
  await record(change, outbox, false, [{ before: event, after: stored }])
  return stored.event
}
