/**
 * Writing mail: the windows of messages, sending with time to take back. Loaded when it is first needed; the outbox is a
 * chunk of its own. Knows records and commands; no other screen knows it.
 */
export { default as ComposeDock } from './window/ComposeDock.svelte'
