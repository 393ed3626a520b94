/** Questions to the assistant about one's mail, and digests of what is new, in a chunk of their own. */
export { default as QuestionDialogs } from './QuestionDialogs.svelte'
export { currentQuestion } from './current-question.svelte.ts'
