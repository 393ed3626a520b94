/** Accounts, security, app passwords, display, jobs; and the form a new user begins with. Loaded when first asked for. */
export { default as SettingsScreen } from './SettingsScreen.svelte'
export { default as FirstRun } from './first-run/FirstRun.svelte'
