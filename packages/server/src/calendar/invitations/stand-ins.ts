import type { EventObject } from '@plmail/calendar-format'
import type { AccountId, CalendarEventId, UserId } from '@plmail/wire'
import type { Changes } from '../../changes/index.ts'
import type { Sql } from '../../store/index.ts'
import type { EventOutbox } from '../types.ts'
import { record } from '../events/event-writes.ts'
import { eventsById } from '../events/event-rows.ts'
import { setEvents } from '../events/set-events.ts'
import { removeEvents } from '../events/keep-event.ts'
import { invitedAs, participantAt } from './participants.ts'

export interface StandInNeeds {
  database: Sql
  changes: Pick<Changes, 'write' | 'personal'>
  outbox: EventOutbox
  ownAddresses(userId: UserId): Promise<ReadonlySet<string>>
}

/**
 * Google and Microsoft place some invitations late. One that was answered before stands in a calendar of the user's own
 * until then: the answer goes to the provider's event, and the stand-in goes. Safe to run twice: the pair is gone then.
 */
export async function replaceStandIns(
  needs: StandInNeeds,
  userId: UserId,
  accountId: AccountId,
): Promise<void> {
  const { database, changes, outbox } = needs
  const personal = await changes.personal(userId)
  if (personal === undefined || personal === accountId) return
  const pairs = await database.query<{ standIn: CalendarEventId; placed: CalendarEventId }>(
    `select s.id as "standIn", p.id as placed from calendar_event s
     join calendar_event p on p.account_id = $2 and p.uid = s.uid and p.recurrence_id = s.recurrence_id
     where s.account_id = $1 and s.source = 'mail'`,
    [personal, accountId],
  )
  if (pairs.length === 0) return
  const own = await needs.ownAddresses(userId)
  const cause = { actor: { kind: 'provider' as const }, verb: 'invitation' }
  for (const pair of pairs) {
    const [standIn] = await eventsById(database, personal, [pair.standIn])
    const [placed] = await eventsById(database, accountId, [pair.placed])
    const patch = standIn && placed ? answerFor(placed.event, standIn.event, own) : undefined
    // An invitation of its own, to another address of the user.
    if (!standIn || !patch) continue
    if (Object.keys(patch).length > 0)
      await changes.write(accountId, cause, (change) =>
        setEvents(change, outbox, {
          create: [],
          update: new Map([[pair.placed, { patch }]]),
          destroy: [],
          notify: true,
        }),
      )
    await changes.write(personal, cause, async (change) => {
      const [before] = await eventsById(change.tx, personal, [pair.standIn])
      if (!before) return
      await removeEvents(change, [before.id])
      await record(change, outbox, false, [{ before, after: undefined }])
    })
  }
}

/** Returns the placed event with the user's answer where it lacks that; undefined where it invites another address. */
function answerFor(
  placed: EventObject,
  standIn: EventObject,
  own: ReadonlySet<string>,
): EventObject | undefined {
  const me = invitedAs(standIn, own)
  const placedMe = me && participantAt(placed, me.address)
  if (!me || !placedMe) return undefined
  const status = me.participant['participationStatus'] ?? 'needs-action'
  if (status === 'needs-action' || status === placedMe[1]['participationStatus']) return {}
  return { [`participants/${placedMe[0]}/participationStatus`]: status }
}
