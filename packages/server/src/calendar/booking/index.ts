/**
 * Booking pages: times that strangers may book without an account, and what became of them. Owns booking_page and
 * booking. A slot is claimed by writing its event and the booking together; letters to those concerned follow.
 */
export { createBooking } from './create-booking.ts'
export type {
  Booker,
  Booking,
  BookingPage,
  BookingPageFields,
  BookingPageOutcome,
  BookingPageRefusal,
  BookingPageRequest,
  BookingView,
  BookOutcome,
  ExplainedSlot,
  BookResult,
  ManagedBooking,
  NewBookingPage,
  OpenBookingPage,
} from './door.ts'
export type { BookingMail, Post } from './letter.ts'
export type { BookingOwner, BookingParts } from './parts.ts'
export { createPost, type PostParts } from './post.ts'
export { type BookingSettings, type DayBlock, readSettings } from './settings.ts'
