import type { Language } from '@plmail/wire'
import type {
  AccountId,
  BookingId,
  BookingPageId,
  CalendarEventId,
  CalendarId,
  JournalId,
  UserId,
  BookingSettings,
  SlotRefusal,
} from '@plmail/wire'

export interface BookingPageFields {
  /** Name of the page and of the events booked on it; shown to visitors. */
  name: string
  isEnabled: boolean
  destinationId: CalendarId
  /** Beside the destination, which always makes busy. */
  busyCalendarIds: readonly CalendarId[]
  settings: BookingSettings
}

export interface BookingPage extends Omit<BookingPageFields, 'destinationId'> {
  id: BookingPageId
  /** Null: the calendar is gone, and nothing can be booked until there is another. */
  destinationId: CalendarId | null
  createdAt: Date
}

/** Without `busyCalendarIds` all calendars of the owner that make busy are checked for conflicts. */
export type NewBookingPage = Omit<BookingPageFields, 'busyCalendarIds'> &
  Partial<Pick<BookingPageFields, 'busyCalendarIds'>>

export interface BookingPageRequest {
  create: readonly NewBookingPage[]
  update: ReadonlyMap<BookingPageId, Partial<BookingPageFields>>
  destroy: readonly BookingPageId[]
}

/** `read-only`: nothing can be written into the destination. */
export type BookingPageRefusal = 'not-found' | 'too-many' | 'unknown-calendar' | 'read-only'

export interface BookingPageOutcome {
  /** In the order asked for. The token is told this once. */
  created: Array<{ page: BookingPage; token: string } | BookingPageRefusal>
  refusedUpdates: ReadonlyMap<BookingPageId, BookingPageRefusal>
  destroyed: ReadonlySet<BookingPageId>
  oldState: number
  newState: number
  /** Set when something was written: what `Calendars.undo` takes. */
  journalId?: JournalId
}

/** `removed`: its event is gone from the calendar, which freed the time, and who booked is about to be told. */
type BookingState = 'confirmed' | 'cancelled' | 'removed'

export interface BookingView {
  id: BookingId
  pageId: BookingPageId | null
  pageName: string
  state: BookingState
  cancelledBy: 'booker' | 'owner' | null
  startsAt: Date
  endsAt: Date
  /** Another than `startsAt` where the owner moved the event: the time that was booked stays taken. */
  claimedAt: Date
  name: string
  email: string
  note: string
  timeZone: string
  eventId: CalendarEventId | null
  createdAt: Date
}

/** A slot with the reason why it is not offered, for the owner. */
export interface ExplainedSlot {
  start: number
  end: number
  refusal: SlotRefusal | null
  /** Title of what is in the way, where one thing is. */
  because: string | null
}

/** Who books. Checked and cut to length by whoever reads the form. */
export interface Booker {
  name: string
  email: string
  note: string
  /** IANA. */
  timeZone: string
  language: Language
}

/** `taken`: somebody else has it, or the calendar does; `not-offered`: it never was to be had. */
export type BookOutcome = 'booked' | 'taken' | 'not-offered'

/** `manageToken` is what `Booking.manage` takes. */
export type BookResult =
  { outcome: 'booked'; manageToken: string } | { outcome: Exclude<BookOutcome, 'booked'> }

/** A page as its visitors meet it. */
export interface OpenBookingPage {
  name: string
  ownerName: string
  settings: BookingSettings
  /** Instants between which something may be had. */
  from: number
  to: number
  /** Starts and ends of what is to be had between two instants. */
  listOfferedSlots(from: number, to: number): Promise<Array<{ start: number; end: number }>>
  book(start: number, booker: Booker): Promise<BookResult>
}

/** A booking as who booked it meets it. */
export interface ManagedBooking {
  name: string
  ownerName: string
  start: number
  end: number
  timeZone: string
  location: string
  isCancelled: boolean
  /** False once it is too late. */
  mayChange: boolean
  /** Page with the times it can be moved to; undefined when it is gone or closed. */
  page: OpenBookingPage | undefined
  cancel(): Promise<boolean>
  /** For the booker's own calendar: an iCalendar file, under the UID that the messages about it have. */
  calendarFile(): string
  move(start: number): Promise<BookOutcome>
}

export interface Booking {
  pages: {
    list(accountId: AccountId): Promise<BookingPage[]>
    set(
      userId: UserId,
      accountId: AccountId,
      request: BookingPageRequest,
      ifState?: number,
    ): Promise<BookingPageOutcome | 'state-mismatch'>
    /** Gives the page another address, and enables it. Undefined: there is none of this id. */
    renew(userId: UserId, accountId: AccountId, id: BookingPageId): Promise<string | undefined>
    /** Every slot of a date on the page's wall, `2026-11-21`. Undefined: there is no such page. */
    explain(accountId: AccountId, id: BookingPageId, date: string): Promise<ExplainedSlot[] | undefined>
  }
  bookings: {
    /** Latest start first. */
    list(userId: UserId, limit: number): Promise<BookingView[]>
    /** Takes the event out of the calendar and tells who booked. `accountId`: their personal account. False: there is none of this id, or it was cancelled. */
    cancel(userId: UserId, accountId: AccountId, id: BookingId): Promise<boolean>
    /**
     * Tells who booked of events that were moved or deleted in their calendar, wherever that was done. Safe to run twice.
     * Answers how many bookings are another than before.
     */
    follow(): Promise<number>
  }
  /** Returns the page for a token; undefined when the token is unknown or malformed, or its page is closed. */
  open(token: string): Promise<OpenBookingPage | undefined>
  manage(token: string): Promise<ManagedBooking | undefined>
}
