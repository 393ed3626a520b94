/** Calendars and where they come from: loaded when the page is first asked for. */
export { default as CalendarsPage } from './CalendarsPage.svelte'
