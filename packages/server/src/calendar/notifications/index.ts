/** Notifications of what others changed in the calendar, kept until they are read. */
export { createNotifications } from './create-notifications.ts'
export type { EventNotification, EventNotifications } from './types.ts'
