/** Calendars and their events: what an event is, when it takes place, where it is kept, how calendar files say so. */
export { countOwnedCalendars } from './count-owned.ts'
export { createCalendars } from './create-calendars.ts'
export type { CalendarParts } from './calendar-parts.ts'
export type { EventNotification, EventNotifications } from './notifications/index.ts'
export type {
  BusyPeriod,
  Calendar,
  CalendarEvent,
  CalendarFields,
  CalendarOutcome,
  CalendarRefusal,
  Calendars,
  EventIntent,
  EventOutbox,
  EventOutcome,
  EventRefusal,
  EventRequest,
  EventSearch,
  FoundEvent,
  InvitationAnswer,
  Taking,
} from './types.ts'
export { mayUpdateAll, extractTexts as textsOf } from './events/index.ts'
export { tokenPattern } from './public-token.ts'
export {
  type Booker,
  type Booking,
  type BookingPage,
  type BookingPageFields,
  type NewBookingPage,
  type BookingPageRefusal,
  type BookingView,
  createBooking,
  createPost,
  type ManagedBooking,
  type OpenBookingPage,
  readSettings,
} from './booking/index.ts'
export {
  clampedDays,
  createShareLinks,
  maxShared,
  shareDetails,
  type SharedCalendar,
  sharedCalendarText,
  sharedFreeBusyText,
  type SharedOccurrence,
  type ShareFields,
  type ShareLink,
  type ShareLinks,
  type ShareRefusal,
} from './shares/index.ts'
export {
  createInvitations,
  type InvitationDone,
  type InvitationRefusal,
  type Invitations,
  type InvitationView,
  queueReminder,
  tellingPeople,
} from './invitations/index.ts'
export { readMentionedTimes } from './mentions/read-mentioned-times.ts'
export { readReservations } from './reservations/index.ts'
export { createReminders, type Reminders, type ReminderView } from './reminders/index.ts'
export { usualFields } from './calendars/usual-fields.ts'
