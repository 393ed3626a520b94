import { assistantKinds } from '@plmail/wire'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createWorld,
  type EmulatedAssistant,
  type ModelAnswer,
  startAssistant,
} from '../../../../emulators/src/index.ts'
import { createOutboundStream } from '../../safety/index.ts'
import { askModel } from './ask-model.ts'
import { network } from '../../../../server-testing/src/egress/test-network.ts'

const stream = createOutboundStream({ network, allowHttp: true, allowedHosts: [], isLoopbackOnly: true })(
  'installation',
)

let server: EmulatedAssistant
beforeAll(async () => {
  server = await startAssistant(createWorld('models'), { key: 'sk-test', model: 'test-model' })
})
afterAll(() => server.close())

describe.each(assistantKinds)('a model that is spoken to as %s', (kind) => {
  async function ask(answer: Partial<ModelAnswer>, { apiKey = 'sk-test', model = 'test-model' } = {}) {
    server.script(answer)
    const pieces: string[] = []
    const outcome = await askModel(stream, {
      connection: { kind, baseUrl: server.urls[kind], apiKey, model, host: 'models.example' },
      prompt: { system: 'Be short.', user: 'Hello?', temperature: 0.2, maxTokens: 50 },
      onText: (piece) => void pieces.push(piece),
      signal: new AbortController().signal,
    })
    return { ...outcome, pieces, text: pieces.join('') }
  }

  test('gets both parts of the prompt and no tools, and its text comes in pieces', async () => {
    const { text, pieces, problem, counts } = await ask({ text: { literal: 'Grüße aus Århus, bis morgen' } })
    expect([text, problem]).toEqual(['Grüße aus Århus, bis morgen', undefined])
    expect(pieces.length).toBeGreaterThan(1)
    expect(counts).toEqual({ prompt: expect.any(Number) as number, answer: expect.any(Number) as number })
    expect(server.prompts().at(-1)).toMatchObject({
      shape: kind,
      system: 'Be short.',
      user: 'Hello?',
      temperature: 0.2,
      maxTokens: 50,
      tools: undefined,
    })
  })

  test('is understood where the stream is cut inside of characters', async () => {
    const { text } = await ask({ text: { literal: 'Grüße 🚲 aus Århus' }, pieceBytes: 1 })
    expect(text).toBe('Grüße 🚲 aus Århus')
  })

  test.each<[string, Partial<ModelAnswer>, string]>([
    ['is busy', { refusal: { status: 429, retryAfter: '5' } }, 'assistant/busy'],
    ['is overloaded', { refusal: { status: 503 } }, 'assistant/busy'],
    [
      'ends in the middle of a frame',
      { text: { literal: 'one two three four' }, cutAtToken: 2 },
      'assistant/cut-off',
    ],
    ['fails at the end', { text: { literal: 'one two' }, failsAtEnd: true }, 'assistant/failed'],
    ['is a web page', { contentType: 'text/html' }, 'assistant/not-a-model-server'],
  ])('that %s is called so', async (_what, answer, expected) => {
    expect((await ask(answer)).problem).toMatchObject({ problem: expected })
  })

  test('says whether the key or the model is wrong', async () => {
    const wrongKey = await ask({}, { apiKey: 'sk-other' })
    const unknownModel = await ask({}, { model: 'no-such-model' })
    expect([wrongKey.problem?.problem, unknownModel.problem?.problem]).toEqual([
      'assistant/wrong-key',
      'assistant/unknown-model',
    ])
  })
})
