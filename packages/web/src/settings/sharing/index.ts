/** Share links and booking pages: loaded when one of their pages is first asked for. */
export { default as BookingPage } from './BookingPage.svelte'
export { default as SharingPage } from './SharingPage.svelte'
