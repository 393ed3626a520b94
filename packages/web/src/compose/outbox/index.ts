/** The list of sent messages and their delivery: a chunk of its own, without the editor. */
export { default as OutboxDialog } from './OutboxDialog.svelte'
