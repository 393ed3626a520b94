/** The mail screens: folders, lists, conversations. Reads records, runs commands, knows no other screen. */
export { default as MailScreen } from './MailScreen.svelte'
