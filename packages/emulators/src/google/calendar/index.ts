/** Google Calendar as plMail knows it: the API, what others do to calendars, and the announcements by web hook. */
export { actOn, type GoogleCalendarAct, type GoogleCalendarTruth, readTruth } from './act.ts'
export { type CalendarAccount, createCalendarAccount } from './account.ts'
export { fillCalendars } from './fill.ts'
export { type Channels, createChannels } from './channels.ts'
export { startCalendar } from './origin.ts'
export { takeInvitation } from './take-invitation.ts'
export { calendarRefusal } from './refusals.ts'
