/** Messages that are written more than once: loaded when the page is first asked for. */
export { default as TemplatesPage } from './TemplatesPage.svelte'
