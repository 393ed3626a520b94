/**
 * A model server for the demo and for tests, in the two shapes that plMail speaks: chat completions as OpenAI, Ollama,
 * llama.cpp and vLLM have them, and Anthropic's messages. It understands nothing: it writes what it is told to write,
 * at the pace and with the damage it is told, or, untold, plausible sentences out of the prompt.
 */
export { type EmulatedAssistant, startAssistant } from './assistant.ts'
export type { ModelAnswer } from './model-answer.ts'
