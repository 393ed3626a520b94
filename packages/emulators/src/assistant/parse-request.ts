import type { ReceivedPrompt } from './model-answer.ts'

/** Takes a request of either shape apart; undefined when it is not one for streamed text. */
export function parsePrompt(shape: ReceivedPrompt['shape'], body: unknown): ReceivedPrompt | undefined {
  if (!isRecord(body) || body['stream'] !== true || typeof body['model'] !== 'string') return undefined
  const turns = Array.isArray(body['messages']) ? body['messages'].filter(isRecord) : []
  const saidBy = (role: string) =>
    turns
      .filter((turn) => turn['role'] === role)
      .map((turn) => String(turn['content']))
      .join('\n')
  const user = saidBy('user')
  if (user === '') return undefined
  // Anthropic demands it; the other shape has it as a wish.
  if (shape === 'anthropic' && typeof body['max_tokens'] !== 'number') return undefined
  return {
    shape,
    model: body['model'],
    system: shape === 'anthropic' ? String(body['system'] ?? '') : saidBy('system'),
    user,
    temperature: numberIn(body, 'temperature'),
    maxTokens: numberIn(body, 'max_tokens'),
    tools: body['tools'],
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const numberIn = (body: Record<string, unknown>, member: string): number | undefined => {
  const value = body[member]
  return typeof value === 'number' ? value : undefined
}
