/** The people a user knows: list, card, form, merging, vCards. Loaded when the place is visited. */
export { default as ContactsScreen } from './ContactsScreen.svelte'
