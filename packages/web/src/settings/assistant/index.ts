/** The page of the assistant, in a chunk of its own. */
export { default as AssistantPage } from './AssistantPage.svelte'
