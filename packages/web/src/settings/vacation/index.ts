/** The page of automatic replies: loaded when it is first opened. */
export { default as VacationPage } from './VacationPage.svelte'
