/** What was told to go and what became of it: a chunk of its own, without the editor. */
export { default as OutboxDialog } from './OutboxDialog.svelte'
