import type { ReservationView } from '@plmail/wire'
import { createBatch } from '../../net/index.ts'
import type { CalendarContext } from './calendar-context.ts'
import { writeEvents } from './event-writes.ts'
import { dayMs, durationOf, wallOf } from './wall-time.ts'

/** The outcome of adding a reservation; `undo` removes it again. */
type AddedReservation =
  { ok: true; undo: () => Promise<boolean> } | { ok: false; why: 'offline' | 'no-calendar' | 'refused' }

/** Events made from the bookings in messages. */
export interface Reservations {
  /** Whether some calendar has it; undefined where nobody could be asked. */
  isKept(uid: string): Promise<boolean | undefined>
  /** Into the usual calendar. */
  add(reservation: ReservationView, title: string): Promise<AddedReservation>
}

export function createReservations(context: CalendarContext): Reservations {
  async function usualCalendar(): Promise<{ accountId: string; id: string } | 'offline' | 'no-calendar'> {
    const batch = createBatch()
    const calls = (await context.accountIds()).map((accountId) => ({
      accountId,
      call: batch.add('Calendar/get', { accountId, ids: null }),
    }))
    const answers = await context.jmap.send(batch)
    if (!answers) return 'offline'
    const writable = calls.flatMap(({ accountId, call }) => {
      const answer = answers.of(call)
      const all = answer.ok ? answer.value.list.map((reservation) => ({ ...reservation, accountId })) : []
      return all.filter(({ myRights }) => myRights.mayWriteAll || myRights.mayWriteOwn)
    })
    return writable.find(({ isDefault }) => isDefault) ?? writable[0] ?? 'no-calendar'
  }

  async function undo(accountId: string, journalId: string | undefined): Promise<boolean> {
    if (journalId === undefined) return false
    return (await writeEvents(context.jmap, { accountId }, { takeBack: journalId })).ok
  }
  return {
    async isKept(uid) {
      const batch = createBatch()
      const calls = (await context.accountIds()).map((accountId) =>
        batch.add('CalendarEvent/query', { accountId, filter: { uid }, limit: 1 }),
      )
      const answers = await context.jmap.send(batch)
      if (!answers) return undefined
      return calls.some((call) => {
        const answer = answers.of(call)
        // An account without calendars has none.
        return answer.ok && answer.value.ids.length > 0
      })
    },
    async add(reservation, title) {
      const calendar = await usualCalendar()
      if (typeof calendar === 'string') return { ok: false, why: calendar }
      const { accountId, id } = calendar
      const event = { ...eventOf(reservation, title), calendarIds: { [id]: true } }
      const done = await writeEvents(context.jmap, { accountId }, { create: { event } })
      if (!done.ok) return { ok: false, why: done.why ? 'refused' : 'offline' }
      return { ok: true, undo: () => undo(accountId, done.journalId) }
    },
  }
}

/** Returns the event of a reservation; one without an end in the message lasts an hour, or the day. */
export function eventOf(
  { uid, start, end, place, from, reference }: ReservationView,
  title: string,
): Record<string, unknown> {
  const isDay = start.local.length === 10
  const length = end ? wallOf(end.local) - wallOf(start.local) : 0
  const where = place || from
  return {
    '@type': 'Event',
    uid,
    title,
    start: isDay ? `${start.local}T00:00:00` : start.local,
    duration: isDay
      ? durationOf({ days: Math.max(1, Math.round(length / dayMs)), ms: 0 })
      : durationOf({ days: 0, ms: length > 0 ? length : 3_600_000 }),
    ...(isDay ? { showWithoutTime: true } : { timeZone: start.timeZone }),
    ...(where ? { locations: { place: { '@type': 'Location', name: where } } } : {}),
    ...(reference ? { description: reference } : {}),
  }
}
