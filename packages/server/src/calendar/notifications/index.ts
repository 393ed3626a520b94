/** What others changed in the calendar, told until it was read. */
export { createNotifications } from './create-notifications.ts'
export type { EventNotification, EventNotifications, Via } from './door.ts'
export { noteTold } from './note.ts'
