import { getClock, dayMs, parseWallTime } from '@plmail/calendar-format'
import type { AccountId, BookingPageId } from '@plmail/wire'
import { computeDigest } from '../public-token.ts'
import { setShared } from '../undo/set-shared.ts'
import { selectBookings } from './booking-rows.ts'
import type { Booking, ExplainedSlot } from './types.ts'
import { selectFacts } from './booking-facts.ts'
import { followEvents } from './follow-events.ts'
import { createSlotJudge } from './slot-availability.ts'
import { bookingMailJob, sendBookingMail } from './send-booking-mail.ts'
import { cancelByOwner, managedBooking } from './manage-booking.ts'
import { openPage } from './open-page.ts'
import { pageByDigest, selectPages } from './page-rows.ts'
import type { BookingParts } from './booking-parts.ts'
import { renewPage, setPages } from './set-pages.ts'
import { slotsOn } from './slots.ts'

/** Declares the job that writes to those concerned, and returns the door. */
export function createBooking(parts: BookingParts): Booking {
  const { database, changes, jobs, random, owner } = parts
  jobs.handle(bookingMailJob, ({ bookingId }) => sendBookingMail(parts, bookingId))

  return {
    pages: {
      list: (accountId) => selectPages(database, accountId),
      set: async (userId, accountId, request, ifState) => {
        const accountIds = await owner.listAccounts(userId)
        const changeRequest = {
          userId,
          accountId,
          type: 'BookingPage' as const,
          verb: 'set-booking-pages',
          request,
          ifState,
        }
        return setShared(parts, changeRequest, async (change) => {
          const done = await setPages(change, { random, accountIds }, request)
          const createdIds = done.created.flatMap((outcome) =>
            typeof outcome === 'string' ? [] : [outcome.page.id],
          )
          return { done, createdIds }
        })
      },
      renew: async (userId, accountId, id) => {
        const { result } = await changes.write(
          accountId,
          { actor: { kind: 'user', userId }, verb: 'renew-booking-page' },
          (change) => renewPage(change, random, id),
        )
        return result
      },
      explain: (accountId, id, date) => explain(parts, accountId, id, date),
    },
    bookings: {
      list: (userId, limit) => selectBookings(database, userId, limit),
      cancel: async (userId, accountId, id) => cancelByOwner(parts, userId, accountId, id),
      follow: () => followEvents(parts),
    },
    open: async (token) => {
      const digest = computeDigest(token)
      const page = digest === undefined ? undefined : await pageByDigest(database, digest)
      return page && openPage(parts, page)
    },
    manage: async (token) => {
      const digest = computeDigest(token)
      return digest === undefined ? undefined : managedBooking(parts, digest)
    },
  }
}

/** See `Booking.pages.explain`. */
async function explain(
  parts: BookingParts,
  accountId: AccountId,
  id: BookingPageId,
  date: string,
): Promise<ExplainedSlot[] | undefined> {
  const page = (await selectPages(parts.database, accountId)).find((candidate) => candidate.id === id)
  const [day, clock] = [parseWallTime(date), page && getClock(page.settings.zone)]
  if (!page || !clock || day === undefined) return undefined
  const span = { from: clock.instantAt(day), to: clock.instantAt(day + dayMs) }
  const facts = await selectFacts(parts, parts.database, page, span)
  const judge = createSlotJudge(page.settings, facts)
  const { bufferBefore, bufferAfter } = page.settings
  return slotsOn(day, page.settings, clock).map((slot) => {
    const refusal = judge(slot) ?? null
    const inTheWay = facts.busy.find(
      ({ from, to }) => from < slot.end + bufferAfter * 60_000 && to > slot.start - bufferBefore * 60_000,
    )
    const because = refusal === 'busy' || refusal === 'booked' ? (inTheWay?.title ?? null) : null
    return { start: slot.start, end: slot.end, refusal, because }
  })
}
