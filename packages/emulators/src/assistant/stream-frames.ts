/** Frames of one answer, each a server-sent event with its blank line. */
export interface StreamFrames {
  opening: string[]
  token(text: string): string
  ending(counts: { prompt: number; answer: number } | undefined): string[]
  error: string
}

const event = (name: string, data: unknown): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
const data = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`

/** As OpenAI streams them; llama.cpp and Ollama send the same, and a comment while they load. */
export function openaiFrames(model: string): StreamFrames {
  const chunk = (delta: object, finish: string | null) =>
    data({
      id: 'chatcmpl-emulated',
      object: 'chat.completion.chunk',
      created: 1_764_000_000,
      model,
      choices: [{ index: 0, delta, finish_reason: finish }],
    })
  return {
    opening: [': loading\n\n', chunk({ role: 'assistant', content: '' }, null)],
    token: (text) => chunk({ content: text }, null),
    ending: (counts) => [
      chunk({}, 'stop'),
      ...(counts
        ? [
            data({
              id: 'chatcmpl-emulated',
              object: 'chat.completion.chunk',
              model,
              choices: [],
              usage: { prompt_tokens: counts.prompt, completion_tokens: counts.answer },
            }),
          ]
        : []),
      'data: [DONE]\n\n',
    ],
    error: data({ error: { message: 'The model has failed', type: 'server_error' } }),
  }
}

/** As Anthropic streams messages. */
export function anthropicFrames(model: string, promptTokens: number): StreamFrames {
  return {
    opening: [
      event('message_start', {
        type: 'message_start',
        message: {
          id: 'msg_emulated',
          type: 'message',
          role: 'assistant',
          model,
          content: [],
          usage: { input_tokens: promptTokens, output_tokens: 1 },
        },
      }),
      event('content_block_start', {
        type: 'content_block_start',
        index: 0,
        content_block: { type: 'text', text: '' },
      }),
      event('ping', { type: 'ping' }),
    ],
    token: (text) =>
      event('content_block_delta', {
        type: 'content_block_delta',
        index: 0,
        delta: { type: 'text_delta', text },
      }),
    ending: (counts) => [
      event('content_block_stop', { type: 'content_block_stop', index: 0 }),
      event('message_delta', {
        type: 'message_delta',
        delta: { stop_reason: 'end_turn' },
        ...(counts && { usage: { output_tokens: counts.answer } }),
      }),
      event('message_stop', { type: 'message_stop' }),
    ],
    error: event('error', { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }),
  }
}
