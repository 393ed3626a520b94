import { dayMs } from '@plmail/calendar-format'
import type { BookingId } from '@plmail/wire'
import { ownCalendars } from '../calendars/own-calendars.ts'
import type { Booker, BookOutcome, BookResult, OpenBookingPage } from './types.ts'
import { type Except, selectFacts } from './booking-facts.ts'
import { createSlotJudge, type BusySpan } from './slot-availability.ts'
import { busyCalendars, type PageRow } from './page-rows.ts'
import type { BookingParts } from './booking-parts.ts'
import { type Slot, slotsBetween } from './slots.ts'
import { toOutcome, writeBooking } from './write-booking.ts'

/** See `OpenBookingPage`. With `except` the slots are those that a booking can be moved to. */
export async function openPage(
  parts: BookingParts,
  page: PageRow,
  except?: Except,
): Promise<OpenBookingPage> {
  const now = parts.clock.now().getTime()
  const { noticeMinutes, horizonDays } = page.settings
  const window = { from: now + noticeMinutes * 60_000, to: now + horizonDays * dayMs }
  return {
    name: page.name,
    ownerName: await parts.owner.getName(page.userId),
    settings: page.settings,
    ...window,
    listOfferedSlots: async (from, to) => {
      const span = { from: Math.max(from, window.from), to: Math.min(to, window.to) }
      if (span.from >= span.to || page.destinationId === null) return []
      const judge = createSlotJudge(
        page.settings,
        await selectFacts(parts, parts.database, page, span, except),
      )
      const slots = slotsBetween(page.settings, span.from, span.to).filter(
        (slot) => judge(slot) === undefined,
      )
      return slots.map(({ start, end }) => ({ start, end }))
    },
    book: (start, booker) => book(parts, page, start, booker),
  }
}

async function book(parts: BookingParts, page: PageRow, start: number, booker: Booker): Promise<BookResult> {
  const offeredSlot = await stillOffered(parts, page, start)
  if (typeof offeredSlot === 'string') return { outcome: offeredSlot }
  const accountId = await loadAccount(parts, page)
  if (accountId === undefined) return { outcome: 'not-offered' }
  const cause = { actor: { kind: 'booking' as const }, verb: 'book' }
  const written = await claiming(async () => {
    const { result } = await parts.changes.write(accountId, cause, (change) =>
      writeBooking(parts, change, page, offeredSlot, booker),
    )
    return result
  })
  if (written === 'taken') return { outcome: 'taken' }
  const { id, ...result } = written
  if (id !== undefined) await noteBooking(parts, page, 'created', id)
  return result
}

/** The slot that starts then, as far as can be known before the write; the provider is asked last, as it takes longest. */
export async function stillOffered(
  parts: BookingParts,
  page: PageRow,
  start: number,
  except?: Except & BusySpan,
): Promise<Slot | Exclude<BookOutcome, 'booked'>> {
  const slot = slotsBetween(page.settings, start, start + 1).find((candidate) => candidate.start === start)
  if (!slot) return 'not-offered'
  const facts = await selectFacts(parts, parts.database, page, { from: slot.start, to: slot.end }, except)
  const refusal = createSlotJudge(page.settings, facts)(slot)
  if (refusal) return toOutcome(refusal)
  const fresh = await freshBusy(parts, page, slot)
  const busy = fresh.filter(({ from, to }) => from !== except?.from || to !== except.to)
  return createSlotJudge(page.settings, { ...facts, busy })(slot) ? 'taken' : slot
}

/** Reads busy times from the providers, around the slot and its buffers. */
async function freshBusy({ freshBusy: ask }: BookingParts, page: PageRow, slot: Slot): Promise<BusySpan[]> {
  const { bufferBefore, bufferAfter } = page.settings
  const from = new Date(slot.start - bufferBefore * 60_000)
  const to = new Date(slot.end + bufferAfter * 60_000)
  const times = (await ask(page.userId, busyCalendars(page), from, to)) ?? []
  return times.map((time) => ({ from: time.from.getTime(), to: time.to.getTime() }))
}

/** Returns the account that the event is written to. */
async function loadAccount({ database, owner }: BookingParts, page: PageRow) {
  const own = await ownCalendars(database, await owner.listAccounts(page.userId))
  return page.destinationId === null ? undefined : own.get(page.destinationId)?.accountId
}

const guards = ['uniq_calendar_booking_page_start', 'uniq_calendar_booking_event', 'booking_of_owner']

/** A write that the guards of the table refuse has left nothing behind: somebody else was faster. */
export async function claiming<T>(write: () => Promise<T>): Promise<T | 'taken'> {
  try {
    return await write()
  } catch (error) {
    if (error instanceof Error && 'constraint' in error && guards.includes(String(error.constraint)))
      return 'taken'
    throw error
  }
}

/** Tells the owner's clients. Lists of bookings are read anew each time, so one that is never told misses nothing. */
export async function noteBooking(
  { changes }: Pick<BookingParts, 'changes'>,
  { accountId }: Pick<PageRow, 'accountId'>,
  what: 'created' | 'updated',
  id: BookingId,
): Promise<void> {
  await changes.write(accountId, { actor: { kind: 'booking' }, verb: 'book' }, async (change) =>
    change[what]('Booking', [id]),
  )
}
