/** Share links and booking pages, as the web client calls them (docs/jmap.md). */
import type { ChangesArgs, ChangesResult, GetArgs, GetResult, SetArgs, SetResult } from './jmap-shapes.ts'

export type ShareDetail = 'Title' | 'Location' | 'Description' | 'Participants'

/** Dates in the owner's zone, `2026-11-21`; the last one is shown. */
export type ShareWindow = { kind: 'rolling'; days: number } | { kind: 'fixed'; from: string; to: string }

export interface ShareLink {
  id: string
  /** For its owner; no visitor sees it. */
  name: string
  /** Ids of calendars of any of the user's accounts. */
  calendarIds: string[]
  details: ShareDetail[]
  window: ShareWindow
  /** The last day on which it works, `2026-11-30` in the owner's zone; null: until it is revoked. */
  expiresOn: string | null
  isRevoked: boolean
  /** UTCDate. */
  viewedAt: string | null
  createdAt: string
}

/** The address of a new link, returned only once, when it is made: it cannot be shown again. */
export interface NewAddress {
  id: string
  token: string
  url: string
}

/** Minutes since midnight on the wall. */
export interface DayBlock {
  from: number
  to: number
}

export interface BookingSettings {
  /** Plain text for who books. */
  description: string
  /** Place of the meeting in the owner's words: a room, a phone number, a conference address. */
  location: string
  /** IANA: on whose walls the hours are. Whole days of the calendars are days there. */
  zone: string
  /** ISO weekdays, Monday is 1; a day may have several. */
  hours: ReadonlyArray<DayBlock & { weekday: number }>
  /** Dates that differ from their weekday; without blocks nothing can be booked on them. */
  overrides: ReadonlyArray<{ date: string; blocks: readonly DayBlock[] }>
  slotMinutes: number
  /** From one start to the next. */
  stepMinutes: number
  /** Minutes that must be free around a slot. */
  bufferBefore: number
  bufferAfter: number
  noticeMinutes: number
  horizonDays: number
  /** How many may be booked on a day and in a week from Monday; null: as many as there are. */
  perDay: number | null
  perWeek: number | null
  /** Until how long before its start the booker may cancel or move it. */
  changeUntilMinutes: number
}

export interface BookingPage {
  id: string
  name: string
  isEnabled: boolean
  /** Null: the calendar is gone. */
  destinationId: string | null
  busyCalendarIds: string[]
  settings: BookingSettings
  createdAt: string
}

/** Why a slot is not offered. */
export type SlotRefusal =
  'skipped' | 'too-soon' | 'too-far' | 'busy' | 'booked' | 'day-is-full' | 'week-is-full'

export interface ExplainedSlot {
  /** UTCDate. */
  start: string
  end: string
  /** Null: it is offered. */
  refusal: SlotRefusal | null
  /** Title of what is in the way. */
  because: string | null
}

export interface Booking {
  id: string
  pageId: string | null
  pageName: string
  /** `removed`: its event was deleted, which freed the time; who booked it is told some minutes later. */
  state: 'confirmed' | 'cancelled' | 'removed'
  cancelledBy: 'booker' | 'owner' | null
  startsAt: string
  endsAt: string
  /** Another than `startsAt` where the owner moved the event: the time that was booked stays taken. */
  claimedAt: string
  name: string
  email: string
  note: string
  timeZone: string
  eventId: string | null
  createdAt: string
}

/** Journal extension: what Journal/undo takes; null when nothing was written. */
interface Journalled {
  journalId?: string | null
}

type OfOne = { accountId: string; id: string }

export interface SharingMethods {
  /** The links that show calendars to others. */
  'ShareLink/get': { args: GetArgs; result: GetResult<ShareLink> }
  /** Ids of those that were made, changed or removed since a state. */
  'ShareLink/changes': { args: ChangesArgs; result: ChangesResult }
  /** Makes links, changes and removes them; the address is in the answer to the creation alone. */
  'ShareLink/set': {
    args: SetArgs<Pick<ShareLink, 'name' | 'calendarIds' | 'details' | 'window'>>
    result: SetResult<ShareLink & NewAddress> & Journalled
  }
  /** Gives a link another address; the old one ends. */
  'ShareLink/renew': { args: OfOne; result: { accountId: string } & NewAddress }
  /** The pages on which others book a time. */
  'BookingPage/get': { args: GetArgs; result: GetResult<BookingPage> }
  /** Ids of those that were made, changed or removed since a state. */
  'BookingPage/changes': { args: ChangesArgs; result: ChangesResult }
  /** Makes pages, changes and removes them; the address is in the answer to the creation alone. */
  'BookingPage/set': {
    args: SetArgs<Pick<BookingPage, 'name' | 'isEnabled' | 'destinationId' | 'busyCalendarIds' | 'settings'>>
    result: SetResult<BookingPage & NewAddress> & Journalled
  }
  /** Gives a page another address; the old one ends. */
  'BookingPage/renew': { args: OfOne; result: { accountId: string } & NewAddress }
  /** Why each slot of a day is offered or is not. */
  'BookingPage/explain': {
    args: OfOne & { date: string }
    result: { accountId: string; id: string; slots: ExplainedSlot[] }
  }
  /** The bookings that the owner can look back on. */
  'Booking/list': { args: { accountId: string }; result: { accountId: string; list: Booking[] } }
  /** Cancels a booking and tells who booked. */
  'Booking/cancel': { args: OfOne; result: OfOne }
}
