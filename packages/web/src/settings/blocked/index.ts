/** The page of blocked senders, in a chunk of its own. */
export { default as BlockedPage } from './BlockedPage.svelte'
