/** Who the user is. A chunk of its own: few ever come here twice. */
export { default as ProfilePage } from './ProfilePage.svelte'
