import type { FastifyReply, FastifyRequest } from 'fastify'
import { jsonBody, startOrigin } from '../http/origin.ts'
import type { World } from '../world.ts'
import { writeForDemo } from './demo-writer.ts'
import { type ModelAnswer, type ReceivedPrompt, tokensOf } from './model-answer.ts'
import { obey } from './obedient.ts'
import { parsePrompt } from './parse-request.ts'
import { anthropicFrames, openaiFrames } from './stream-frames.ts'
import { streamAnswer } from './write-answer.ts'

/** Base addresses as an administrator enters them. */
interface AssistantUrls {
  /** `/chat/completions` and `/models` go behind it. */
  openai: string
  /** `/v1/messages` goes behind it. */
  anthropic: string
}

export interface EmulatedAssistant {
  readonly urls: AssistantUrls
  /** The one that is let in. */
  readonly key: string
  readonly model: string
  /** The next requests are answered so, in this order; those after them as the demo does. */
  script(...answers: Array<Partial<ModelAnswer>>): void
  /** Every request from now on is answered so. */
  always(answer: Partial<ModelAnswer>): void
  /** What was asked so far. */
  prompts(): readonly ReceivedPrompt[]
  /** When the first token of each answer left, in real milliseconds since 1970. */
  firstTokensAt(): readonly number[]
  /** How often somebody who was being answered went away. */
  abandoned(): number
  close(): Promise<void>
}

interface AssistantOptions {
  key: string
  model: string
  /** Answer as it does. */
  otherModels?: readonly string[]
  port?: number
}

export async function startAssistant(world: World, options: AssistantOptions): Promise<EmulatedAssistant> {
  const origin = await startOrigin({ world, ...(options.port !== undefined && { port: options.port }) })
  const prompts: ReceivedPrompt[] = []
  let scripted: Array<Partial<ModelAnswer>> = []
  let standing: Partial<ModelAnswer> = {}
  const firstTokensAt: number[] = []
  let abandoned = 0

  const answer = async (shape: ReceivedPrompt['shape'], request: FastifyRequest, reply: FastifyReply) => {
    request.emulated.operation = `assistant.${shape}`
    if (!isLetIn(request, options.key)) return refuse(reply, 401, 'Incorrect API key provided')
    const prompt = parsePrompt(shape, jsonBody(request))
    if (!prompt) return refuse(reply, 400, 'The request is not one for streamed text')
    if (![options.model, ...(options.otherModels ?? [])].includes(prompt.model))
      return refuse(reply, 404, `The model ${prompt.model} does not exist`)
    prompts.push(prompt)
    const next: ModelAnswer = { text: 'demo', ...standing, ...scripted.shift() }
    if (next.refusal) return refuse(reply, next.refusal.status, 'Not now', next.refusal.retryAfter)
    reply.hijack()
    request.emulated.cut?.(200)
    const promptTokens = tokensOf(prompt.system + prompt.user).length
    const frames =
      shape === 'openai' ? openaiFrames(prompt.model) : anthropicFrames(prompt.model, promptTokens)
    const text = textFor(next, prompt)
    const isWhole = await streamAnswer({
      response: reply.raw,
      clock: world.clock,
      frames,
      answer: next,
      text,
      promptTokens,
      onFirstToken: () => firstTokensAt.push(performance.timeOrigin + performance.now()),
    })
    if (!isWhole && next.cutAtToken === undefined) abandoned++
  }
  origin.app.post('/v1/chat/completions', (request, reply) => answer('openai', request, reply))
  origin.app.post('/v1/messages', (request, reply) => answer('anthropic', request, reply))
  origin.app.get('/v1/models', (request, reply) => {
    request.emulated.operation = 'assistant.models'
    if (!isLetIn(request, options.key)) return refuse(reply, 401, 'Incorrect API key provided')
    return reply.send({ object: 'list', data: [{ id: options.model, object: 'model', owned_by: 'plmail' }] })
  })

  return {
    urls: { openai: `${origin.url}/v1`, anthropic: origin.url },
    key: options.key,
    model: options.model,
    script: (...answers) => void (scripted = answers),
    always: (next) => void (standing = next),
    prompts: () => prompts,
    firstTokensAt: () => firstTokensAt,
    abandoned: () => abandoned,
    close: () => origin.close(),
  }
}

function textFor({ text }: ModelAnswer, { system, user }: ReceivedPrompt): string {
  if (text === 'demo') return writeForDemo(system, user)
  return text === 'obedient' ? obey(user) : text.literal
}

const isLetIn = ({ headers }: FastifyRequest, key: string): boolean =>
  headers.authorization === `Bearer ${key}` || headers['x-api-key'] === key

function refuse(reply: FastifyReply, status: number, message: string, retryAfter?: string): FastifyReply {
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  return reply.code(status).send({ error: { message, type: 'invalid_request_error' } })
}
