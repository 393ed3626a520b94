import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../world.ts'
import { type EmulatedAssistant, startAssistant } from './assistant.ts'

let world: World
let assistant: EmulatedAssistant
beforeEach(async () => {
  world = createWorld('assistant')
  assistant = await startAssistant(world, { key: 'sk-emulated', model: 'demo-model' })
})
afterEach(() => assistant.close())

const prompt = `Read this.
-----BEGIN MESSAGE 1 abcdefgh-----
From: Elin Sørensen <elin@postbox.example>
Date: 2026-11-20

The train leaves at nine. Can you bring the keys?
-----END MESSAGE 1 abcdefgh-----`

const ask = (key = assistant.key, model = assistant.model): Promise<Response> =>
  fetch(`${assistant.urls.openai}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model,
      stream: true,
      messages: [
        { role: 'system', content: 'Answer in German.' },
        { role: 'user', content: prompt },
      ],
    }),
  })

/** The text in the frames of a chat completion. */
const saidIn = (stream: string): string =>
  [...stream.matchAll(/^data: (\{.*\})$/gm)]
    .map(([, json = '{}']) => JSON.parse(json) as { choices: Array<{ delta: { content?: string } }> })
    .map(({ choices }) => choices[0]?.delta.content ?? '')
    .join('')

describe('the emulated model server', () => {
  it('writes out of the prompt, in its language and labelled, and cites the message word by word', async () => {
    const said = saidIn(await (await ask()).text())
    expect(said.split('\n')).toEqual([
      'Dieser Text stammt von der Demo und aus Vorlagen.',
      'Elin Sørensen schreibt: „The train leaves at nine“. [[1|The train leaves at nine]]',
      '## TASKS',
      'Elin Sørensen antworten. [[1|The train leaves at nine]]',
      '## QUESTIONS',
      'Can you bring the keys? [[1|Can you bring the keys?]]',
    ])
    expect(assistant.prompts()).toMatchObject([{ system: 'Answer in German.', user: prompt }])
  })

  it('streams messages as Anthropic does', async () => {
    assistant.script({ text: { literal: 'Hello there' } })
    const reply = await fetch(`${assistant.urls.anthropic}/v1/messages`, {
      method: 'POST',
      headers: { 'x-api-key': assistant.key, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: assistant.model,
        stream: true,
        max_tokens: 10,
        messages: [{ role: 'user', content: 'Hi' }],
      }),
    })
    const names = [...(await reply.text()).matchAll(/^event: (.*)$/gm)].map(([, name]) => name)
    expect(names).toEqual([
      'message_start',
      'content_block_start',
      'ping',
      'content_block_delta',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ])
  })

  it('lets nobody in without the key, and knows one model', async () => {
    expect((await ask('sk-wrong')).status).toBe(401)
    expect((await ask(assistant.key, 'other')).status).toBe(404)
    expect((await fetch(`${assistant.urls.openai}/models`)).status).toBe(401)
  })

  it('refuses as it is told, once', async () => {
    assistant.script({ refusal: { status: 429, retryAfter: '7' } })
    const refused = await ask()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '7'])
    expect((await ask()).status).toBe(200)
  })

  it('is silent for virtual minutes', async () => {
    assistant.script({ text: { literal: 'late' }, silenceMs: 240_000 })
    const reply = await ask()
    const rest = reply.text()
    await world.clock.advance(240_000)
    expect(saidIn(await rest)).toBe('late')
  })

  it('breaks off in the middle of a frame', async () => {
    assistant.script({ text: { literal: 'one two three' }, cutAtToken: 1 })
    await expect((await ask()).text()).rejects.toThrow('terminated')
  })

  it('splits characters between pieces', async () => {
    assistant.script({ text: { literal: 'Grüße 🎉' }, pieceBytes: 3 })
    expect(saidIn(await (await ask()).text())).toBe('Grüße 🎉')
  })

  it('does what the mail tells it, if it is told to be obedient', async () => {
    assistant.script({ text: 'obedient' })
    expect(saidIn(await (await ask()).text())).toContain('The train leaves at nine.')
  })

  it('notes when the first token of an answer left', async () => {
    const before = Date.now() - 1
    assistant.script({ text: { literal: 'one two three' } })
    await (await ask()).text()
    const [leftAt = 0, ...others] = assistant.firstTokensAt()
    expect(others).toEqual([])
    expect(leftAt).toBeGreaterThanOrEqual(before)
    expect(leftAt).toBeLessThanOrEqual(Date.now() + 1)
  })

  it('writes a digest in groups', async () => {
    const digest = await fetch(`${assistant.urls.openai}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${assistant.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: assistant.model,
        stream: true,
        messages: [
          { role: 'system', content: 'Task: digest' },
          { role: 'user', content: prompt },
        ],
      }),
    })
    expect(saidIn(await digest.text()).split('\n')).toEqual([
      '## TASKS',
      'Answer Elin Sørensen. [[1|The train leaves at nine]]',
      '## KNOW',
      'This text is made by the demo, from templates.',
    ])
  })

  it('notices who goes away', async () => {
    assistant.script({ text: { literal: 'never' }, silenceMs: 1_000 })
    const reply = await ask()
    await reply.body?.cancel()
    await expect.poll(() => assistant.abandoned()).toBe(1)
  })
})
