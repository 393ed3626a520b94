/** As whom the user writes: loaded when the page is first asked for. */
export { default as IdentitiesPage } from './IdentitiesPage.svelte'
