/** Who is blocked. A chunk of its own. */
export { default as BlockedPage } from './BlockedPage.svelte'
