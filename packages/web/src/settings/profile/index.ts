/** The profile page, in a chunk of its own: few ever open it twice. */
export { default as ProfilePage } from './ProfilePage.svelte'
