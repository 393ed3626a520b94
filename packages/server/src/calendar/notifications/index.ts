/** Notifications of what others changed in the calendar, kept until they are read. */
export { createNotifications } from './create-notifications.ts'
export type { EventNotification, EventNotifications, Via } from './door.ts'
export { noteTold } from './record-writes.ts'
