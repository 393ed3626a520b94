/** Whether, of what and how this device speaks up. Loaded when first asked for. */
export { default as NotificationsPage } from './NotificationsPage.svelte'
