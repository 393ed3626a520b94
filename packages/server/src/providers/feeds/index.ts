/** Calendar files by their address (iCalendar feeds, webcal): fetched politely, read only where they changed. */
export { feedAddress } from './fetch-feed.ts'
export { createFeedSession, checkFeed } from './session.ts'
