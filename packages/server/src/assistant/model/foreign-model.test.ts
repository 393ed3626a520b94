import { assistantKinds } from '@plmail/wire'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type ForeignModels,
  startForeignModels,
} from '../../../../server-testing/src/assistant/foreign-models.ts'
import { network } from '../../../../server-testing/src/egress/test-network.ts'
import { createOutboundStream } from '../../safety/index.ts'
import { askModel } from './ask-model.ts'

/** Our emulator knows what we know; this server was written by others after the published interfaces. */
const stream = createOutboundStream({ network, allowHttp: true, allowedHosts: [], isLoopbackOnly: true })(
  'installation',
)
const text = 'Grüße aus Århus 🚲, wir sehen uns am Freitag um drei.'

let server: ForeignModels
beforeAll(async () => {
  server = await startForeignModels([
    { match: { userMessage: 'greet' }, response: { content: text } },
    { match: { userMessage: 'break off' }, response: { content: text.repeat(4) }, truncateAfterChunks: 15 },
    {
      match: { userMessage: 'be busy' },
      response: { error: { message: 'Rate limited', type: 'rate_limit_error' }, status: 429 },
    },
    {
      match: { userMessage: 'refuse the key' },
      response: { error: { message: 'Incorrect API key', type: 'authentication_error' }, status: 401 },
    },
  ])
})
afterAll(() => server?.[Symbol.asyncDispose]())

describe.each(assistantKinds)('a model server of other hands, spoken to as %s', (kind) => {
  async function ask(user: string) {
    const pieces: string[] = []
    const outcome = await askModel(stream, {
      connection: {
        kind,
        baseUrl: kind === 'openai' ? `${server.address}/v1` : server.address,
        apiKey: 'sk-foreign',
        model: kind === 'openai' ? 'gpt-4o' : 'claude-sonnet-4-5',
        host: 'models.example',
      },
      prompt: { system: 'Be short.', user, temperature: 0.2, maxTokens: 50 },
      onText: (piece) => void pieces.push(piece),
      signal: new AbortController().signal,
    })
    return { pieces, problem: outcome.problem?.problem, written: pieces.join('') }
  }

  test('is understood to its last character', async () => {
    const { pieces, problem, written } = await ask('Please greet them')
    expect([written, problem]).toEqual([text, undefined])
    expect(pieces.length).toBeGreaterThan(3)
  })

  test('is called by its fault', async () => {
    expect((await ask('break off')).problem).toBe('assistant/cut-off')
    expect((await ask('be busy')).problem).toBe('assistant/busy')
    expect((await ask('refuse the key')).problem).toBe('assistant/wrong-key')
  })
})
