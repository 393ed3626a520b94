/**
 * Share links: pages that show when somebody is busy, and as much more as they chose. Owns share_link. Everything that
 * leaves this folder for a stranger is a `SharedOccurrence`.
 */
export { type CalendarOwner, createShareLinks } from './create-share-links.ts'
export {
  maxShared,
  shareDetails,
  type SharedCalendar,
  type SharedOccurrence,
  type ShareFields,
  type ShareLink,
  type ShareLinks,
  type ShareRefusal,
} from './types.ts'
export { sharedCalendarText } from './shared-calendar-text.ts'
export { sharedFreeBusyText } from './shared-free-busy.ts'
export { clampedDays } from './window.ts'
