/** What answers by itself while the user is away: loaded when the page is first asked for. */
export { default as VacationPage } from './VacationPage.svelte'
