import type { ComposeFrame, SummaryFrame, ThreadSummary } from '@plmail/wire'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type AssistantServer,
  assistantServer,
  conversation,
  framesIn,
} from '../../../server-testing/src/main/assistant-server.ts'
import type { Json, Person } from '../../../server-testing/src/main/whole-server.ts'

let parts: AssistantServer
let ada: Person
beforeAll(async () => {
  parts = await assistantServer()
  ada = await parts.reader('ada')
})
afterAll(() => parts[Symbol.asyncDispose]())
beforeEach(() => parts.model.script())

const messages = [
  { from: 'Bob', text: 'Shall we meet on Friday at the station?' },
  { from: 'Cleo', text: 'Friday suits me. Please bring the red folder.' },
]

const post = (person: Person, url: string, payload: Json = {}) => person.ask({ method: 'POST', url, payload })
const summarize = async (person: Person, threadId: string, payload: Json = {}) => {
  const answer = await post(person, `/mail/thread/${threadId}/summary`, payload)
  return { ...answer, frames: answer.status === 200 ? framesIn<SummaryFrame>(answer.text) : [] }
}
const stored = (person: Person, threadId: string) =>
  person.ask({ method: 'GET', url: `/mail/thread/${threadId}/summary` })
const problemIn = (text: string) => (JSON.parse(text) as { problem?: string }).problem
const write = (literal: string, more: object = {}) => parts.model.script({ text: { literal }, ...more })

describe('a summary', () => {
  test('is streamed as frames, names its messages, and can be read again', async () => {
    const { threadId, emailIds } = await conversation(ada, messages)
    write(
      'They meet on Friday. [[1|meet on Friday at the station]]\n## TASKS\nBring the folder. [[2|bring the red folder]]\n## QUESTIONS\nIs it far? [[2|it is said to be far]]',
    )
    const { frames, headers } = await summarize(ada, threadId)
    expect(headers).toMatchObject({
      'content-type': 'application/x-ndjson; charset=utf-8',
      'x-accel-buffering': 'no',
      'cache-control': 'no-store',
    })
    expect(frames.slice(0, 2)).toEqual([
      { type: 'state', value: 'waiting' },
      { type: 'state', value: 'generating' },
    ])
    const tokens = frames.map((frame) => (frame.type === 'token' ? frame.text : '')).join('')
    expect(tokens.replaceAll(/ *\n/g, '\n').trim()).toBe(
      'They meet on Friday.\nBring the folder.\nIs it far?',
    )
    const done = frames.at(-1)
    expect(done).toMatchObject({
      type: 'done',
      fresh: true,
      citations: [
        { section: 'summary', text: 'They meet on Friday.', emailId: emailIds[0], isProven: true },
        { section: 'task', text: 'Bring the folder.', emailId: emailIds[1], isProven: true },
        { section: 'question', text: 'Is it far?', emailId: emailIds[1], isProven: false },
      ],
      coverage: { messages: 2, read: 2, shortened: 0 },
    })
    const { type: _type, ...summary } = done as { type: 'done' } & ThreadSummary
    expect(JSON.parse((await stored(ada, threadId)).text)).toEqual(summary)
  })

  test('is old once the conversation has grown', async () => {
    const { threadId, emailIds } = await conversation(ada, messages)
    write('All is said. [[1|meet on Friday]]')
    await summarize(ada, threadId)
    await ada.call('Email/set', { accountId: ada.accounts[0], destroy: [emailIds[1]] })
    expect(JSON.parse((await stored(ada, threadId)).text)).toMatchObject({ fresh: false })
  })

  test('needs two messages, an assistant that is switched on, and an account that it may read', async () => {
    const alone = await conversation(ada, messages.slice(0, 1))
    const refused = await summarize(ada, alone.threadId)
    expect([refused.status, problemIn(refused.text)]).toEqual([409, 'assistant/too-short'])
    const elsewhere = await conversation(ada, messages, 1)
    const closed = await summarize(ada, elsewhere.threadId)
    expect([closed.status, problemIn(closed.text)]).toEqual([409, 'assistant/account-closed'])
    const bea = await parts.server.person('bea', 1)
    const off = await summarize(bea, (await conversation(bea, messages)).threadId)
    expect([off.status, problemIn(off.text)]).toEqual([409, 'assistant/switched-off'])
    expect((await stored(ada, alone.threadId)).status).toBe(404)
    expect((await summarize(ada, 'T987654321')).status).toBe(404)
  })

  test('of a long thread is made of the first and the newest, and says so', async () => {
    const long = Array.from({ length: 60 }, (_, index) => ({
      from: 'Bob',
      text: `Message ${index} says ${'much the same as the one before it. '.repeat(12)}`,
    }))
    const { threadId } = await conversation(ada, long)
    write('They talk. [[1|Message 0 says much]]')
    const { frames } = await summarize(ada, threadId)
    const done = frames.at(-1) as ThreadSummary
    expect(done.coverage.messages).toBe(60)
    expect(done.coverage.read).toBeLessThan(25)
    const { user = '' } = parts.model.prompts().at(-1) ?? {}
    expect(user).toMatch(/BEGIN MESSAGE 1 /)
    expect(user).toMatch(/BEGIN MESSAGE 60 /)
    expect(user).not.toMatch(/BEGIN MESSAGE 30 /)
    expect(user).toContain(`${60 - done.coverage.read} in the middle are left out`)
  })

  test('survives minutes of silence, is finished when its reader leaves, and the log says so', async () => {
    const { threadId } = await conversation(ada, messages)
    const promptsBefore = parts.model.prompts().length
    write('They meet. [[1|meet on Friday]]', { silenceMs: 240_000 })
    const address = await parts.server.http.listen({ host: '127.0.0.1', port: 0 })
    const leaving = new AbortController()
    const stream = await fetch(`${address}/mail/thread/${threadId}/summary`, {
      method: 'POST',
      headers: { cookie: ada.cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
      body: '{}',
      signal: leaving.signal,
    })
    await stream.body?.getReader().read()
    await expect.poll(() => parts.model.prompts()).toHaveLength(promptsBefore + 1)
    leaving.abort()
    await expect
      .poll(() => parts.logged.map((line) => JSON.parse(line) as Json))
      .toContainEqual(
        expect.objectContaining({ msg: 'Thread summary abandoned before it finished', seconds: 0 }),
      )
    await parts.world.clock.advance(240_000)
    await expect.poll(async () => (await stored(ada, threadId)).status).toBe(200)
  })

  test('stops when its reader says so, and so does the call', async () => {
    const { threadId } = await conversation(ada, messages)
    const before = parts.model.abandoned()
    const promptsBefore = parts.model.prompts().length
    write('never', { silenceMs: 60_000 })
    const running = summarize(ada, threadId)
    await expect.poll(() => parts.model.prompts()).toHaveLength(promptsBefore + 1)
    expect((await post(ada, `/mail/thread/${threadId}/summary/stop`)).status).toBe(204)
    const { frames } = await running
    expect(frames.at(-1)).toMatchObject({ type: 'error', problem: { problem: 'assistant/stopped' } })
    await expect.poll(() => parts.model.abandoned()).toBe(before + 1)
    expect((await stored(ada, threadId)).status).toBe(404)
  })

  test.each([
    [{ refusal: { status: 401 } }, 'assistant/wrong-key'],
    [{ refusal: { status: 429, retryAfter: '3' } }, 'assistant/busy'],
    [{ refusal: { status: 503 } }, 'assistant/busy'],
    [{ refusal: { status: 500 } }, 'assistant/refused'],
    [{ text: { literal: 'one two three' }, cutAtToken: 1 }, 'assistant/cut-off'],
    [{ text: { literal: 'one' }, contentType: 'text/html' }, 'assistant/not-a-model-server'],
    [{ text: { literal: 'one' }, failsAtEnd: true }, 'assistant/failed'],
    [{ text: { literal: 'x'.repeat(70_000) } }, 'assistant/too-long'],
    [{ text: { literal: '' } }, 'assistant/empty'],
  ])('that fails by %j says %s', async (answer, problem) => {
    const { threadId } = await conversation(ada, messages)
    parts.model.script(answer)
    const { frames } = await summarize(ada, threadId)
    expect(frames.at(-1)).toMatchObject({ type: 'error', problem: { problem } })
  })

  test('arrives whole when its characters are split', async () => {
    const { threadId } = await conversation(ada, messages)
    write('Grüße – 🎉 [[1|meet on Friday]]', { pieceBytes: 5 })
    expect((await summarize(ada, threadId)).frames.at(-1)).toMatchObject({ text: 'Grüße – 🎉' })
  })

  test('ends with the tokens of the day, which are counted and shown', async () => {
    const cleo = await parts.reader('cleo')
    const { threadId } = await conversation(cleo, messages)
    write('They meet. [[1|meet on Friday]]')
    await summarize(cleo, threadId)
    const used = JSON.parse((await cleo.ask({ method: 'GET', url: '/api/assistant' })).text) as Json
    expect(used).toMatchObject({ isOffered: true, isOn: true, dailyTokens: 200_000, model: 'test-model' })
    expect(used['usedTokens']).toBeGreaterThan(50)
    await parts.server.db.database.query('update assistant_usage set tokens = 199999 where account_id = $1', [
      cleo.personalId.slice(1),
    ])
    const refused = await summarize(cleo, threadId)
    expect([refused.status, problemIn(refused.text)]).toEqual([429, 'assistant/cap-reached'])
  })
})

describe('help with writing', () => {
  const help = async (payload: Json) => {
    const answer = await post(ada, '/mail/compose-assist', { subject: 'Plans', draft: '', ...payload })
    return { ...answer, frames: answer.status === 200 ? framesIn<ComposeFrame>(answer.text) : [] }
  }

  test('answers the message with a text, at the temperature of the task', async () => {
    const { emailIds } = await conversation(ada, messages)
    write('Friday it is.')
    const { frames } = await help({ task: 'reply', inReplyTo: emailIds[1] })
    expect(frames.at(-1)).toEqual({ type: 'done', text: 'Friday it is.' })
    const prompt = parts.model.prompts().at(-1)
    expect(prompt).toMatchObject({ temperature: 0.4, tools: undefined })
    expect(prompt?.user).toContain('Please bring the red folder.')
    for (const [task, temperature] of [
      ['shorten', 0.2],
      ['formal', 0.2],
      ['proofread', 0],
    ]) {
      write('Short.')
      await help({ task, draft: 'This is the long text of mine.' })
      expect(parts.model.prompts().at(-1)).toMatchObject({ temperature })
    }
  })

  test('needs something to work on, and a message of ones own', async () => {
    const noDraft = await help({ task: 'shorten' })
    expect([noDraft.status, problemIn(noDraft.text)]).toEqual([422, 'assistant/no-draft'])
    const noWish = await help({ task: 'free', draft: 'x' })
    expect([noWish.status, problemIn(noWish.text)]).toEqual([422, 'assistant/no-instructions'])
    expect((await help({ task: 'sing' })).status).toBe(422)
    expect((await help({ task: 'reply', inReplyTo: 'M987654321' })).status).toBe(404)
  })
})
