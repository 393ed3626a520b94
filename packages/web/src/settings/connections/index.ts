/** The page of connections, in a chunk of its own. */
export { default as ConnectionsPage } from './ConnectionsPage.svelte'
