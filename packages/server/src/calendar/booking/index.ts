/**
 * Booking pages: times that strangers may book without an account, and what became of them. Owns booking_page and
 * booking. A slot is claimed by writing its event and the booking together; messages to those concerned follow.
 */
export { createBooking } from './create-booking.ts'
export type {
  Booker,
  Booking,
  BookingPage,
  BookingPageFields,
  BookingPageRefusal,
  BookingView,
  ManagedBooking,
  NewBookingPage,
  OpenBookingPage,
} from './types.ts'
export type { BookingMail } from './booking-mail.ts'
export type { BookingParts } from './booking-parts.ts'
export { createBookingMailer as createPost } from './mailer.ts'
export { readSettings } from './booking-settings.ts'
