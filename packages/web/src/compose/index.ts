/**
 * Writing mail: the windows of letters, sending with time to take back, and the outbox. Loaded when it is first needed.
 * Knows records and commands; no other screen knows it.
 */
export { default as ComposeDock } from './ComposeDock.svelte'
export { default as OutboxDialog } from './OutboxDialog.svelte'
