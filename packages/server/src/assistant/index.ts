/**
 * The assistant: asks a model server for texts about the mail that its user lets it read. It has no tools and can do
 * nothing: what it gets back is text, which is checked against the mail and shown as text. Owns assistant_configuration,
 * assistant_choice, assistant_usage and thread_summary.
 *
 * - model/: the two shapes that model servers speak, streamed over the guarded way out.
 * - prompt/: mail between marks that nobody can guess, and the budget by which it is cut.
 * - summaries/: of conversations, finished and stored whoever leaves; citations checked.
 * - questions/: answers out of the mail that a search finds, and digests of what is new; citations checked.
 * - composing/: help with the writer's own text.
 * - settings/, use/: what administrators and users chose, and the tokens of a day.
 */
export { createAssistant } from './create-assistant.ts'
export type * from './types.ts'
