import type { AssistantKind } from '@plmail/wire'
import type { ModelConnection, ModelPrompt } from '../types.ts'

/** What a frame of the stream says, as far as it matters here. Calls of tools say nothing: nobody would make them. */
export interface FrameContent {
  text?: string
  promptTokens?: number
  answerTokens?: number
  isEnd?: boolean
  isError?: boolean
}

export interface WireShape {
  url(connection: ModelConnection): string
  headers(connection: ModelConnection): Record<string, string>
  body(connection: ModelConnection, prompt: ModelPrompt): string
  /** Undefined: no frame of this shape. */
  read(data: string): FrameContent | undefined
}

/** Chat completions: OpenAI, Ollama, llama.cpp, vLLM, LocalAI, LM Studio, OpenRouter. */
const openai: WireShape = {
  url: ({ baseUrl }) => `${baseUrl}/chat/completions`,
  headers: ({ apiKey }) => (apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
  body: ({ model }, { system, user, temperature, maxTokens }) =>
    JSON.stringify({
      model,
      stream: true,
      stream_options: { include_usage: true },
      temperature,
      max_tokens: maxTokens,
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: user },
      ],
    }),
  read: (data) => {
    if (data === '[DONE]') return { isEnd: true }
    const frame = record(data)
    if (!frame) return undefined
    const [choice] = array(frame['choices'])
    const usage = fields(frame['usage'])
    return {
      ...text(fields(fields(choice)['delta'])['content']),
      ...count('promptTokens', usage['prompt_tokens']),
      ...count('answerTokens', usage['completion_tokens']),
      ...(frame['error'] != null && { isError: true }),
      // Some servers end without a [DONE].
      ...(typeof fields(choice)['finish_reason'] === 'string' && { isEnd: true }),
    }
  },
}

/** Anthropic's messages. */
const anthropic: WireShape = {
  url: ({ baseUrl }) => `${baseUrl.replace(/\/v1$/, '')}/v1/messages`,
  headers: ({ apiKey }) => ({
    'anthropic-version': '2023-06-01',
    ...(apiKey !== undefined && { 'x-api-key': apiKey }),
  }),
  body: ({ model }, { system, user, temperature, maxTokens }) =>
    JSON.stringify({
      model,
      stream: true,
      temperature,
      max_tokens: maxTokens,
      system,
      messages: [{ role: 'user', content: user }],
    }),
  read: (data) => {
    const frame = record(data)
    if (!frame) return undefined
    const usage = fields(frame['usage'] ?? fields(frame['message'])['usage'])
    return {
      ...(frame['type'] === 'content_block_delta' && text(fields(frame['delta'])['text'])),
      ...count('promptTokens', usage['input_tokens']),
      ...count('answerTokens', usage['output_tokens']),
      ...(frame['type'] === 'message_stop' && { isEnd: true }),
      ...(frame['type'] === 'error' && { isError: true }),
    }
  },
}

export const wireShapes: Readonly<Record<AssistantKind, WireShape>> = { openai, anthropic }

type Fields = Readonly<Record<string, unknown>>

function record(data: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(data)
    return isFields(value) ? value : undefined
  } catch {
    return undefined
  }
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null
const fields = (value: unknown): Fields => (isFields(value) ? value : {})
const array = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const text = (value: unknown) => (typeof value === 'string' && value !== '' ? { text: value } : {})
const count = (name: 'promptTokens' | 'answerTokens', value: unknown) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? { [name]: value } : {}
