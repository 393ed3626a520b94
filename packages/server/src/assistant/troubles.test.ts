import type { AskFrame, ComposeFrame, DigestFrame, SummaryFrame } from '@plmail/wire'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type AssistantServer,
  assistantServer,
  conversation,
  framesIn,
} from '../../../server-testing/src/main/assistant-server.ts'
import type { Person } from '../../../server-testing/src/main/whole-server.ts'

/** Everything that can be wrong with a model server, for everything that asks one. */
let parts: AssistantServer
let ada: Person
let thread: { threadId: string; folder: string }
beforeAll(async () => {
  parts = await assistantServer()
  ada = await parts.reader('ada')
  thread = await conversation(ada, [
    { from: 'Bob', text: 'Shall we meet on Friday?' },
    { from: 'Cleo', text: 'Please bring the red folder.', isUnread: true, receivedAt: new Date() },
  ])
})
afterAll(() => parts[Symbol.asyncDispose]())
beforeEach(async () => {
  parts.model.script()
  await useTokens(0)
})

const features = {
  summary: () => ({ url: `/mail/thread/${thread.threadId}/summary`, payload: { full: true } }),
  'writing help': () => ({
    url: '/mail/compose-assist',
    payload: { task: 'formal', subject: 'Plans', draft: 'See you on Friday then.' },
  }),
  question: () => ({
    url: '/mail/ask',
    payload: { question: 'When do we meet?', query: `label:"${thread.folder}"` },
  }),
  digest: () => ({ url: '/mail/digest', payload: { since: 'yesterday' } }),
} as const
type Feature = keyof typeof features
const featureNames = ['summary', 'writing help', 'question', 'digest'] as const satisfies Feature[]

type Frame = SummaryFrame | ComposeFrame | AskFrame | DigestFrame

interface Ending {
  code: string | undefined
  sentence: string | undefined
}

/** How it ends: `done`, or the code of the problem, with the sentence that is shown. */
async function use(feature: Feature): Promise<Ending> {
  const { status, text } = await ada.ask({ method: 'POST', ...features[feature]() })
  if (status !== 200) {
    const { problem, detail } = JSON.parse(text) as { problem: string; detail: string }
    return { code: problem, sentence: detail }
  }
  const last = framesIn<Frame>(text).at(-1)
  if (last?.type !== 'error') return { code: last?.type, sentence: undefined }
  return { code: last.problem.problem, sentence: last.detail }
}

const useTokens = (tokens: number) =>
  parts.server.db.database.query(
    `insert into assistant_usage (account_id, day, tokens, calls) values ($1, $2, $3, 1)
     on conflict (account_id, day) do update set tokens = excluded.tokens`,
    [ada.personalId.slice(1), new Date().toISOString().slice(0, 10), tokens],
  )

const storedSummary = async () =>
  (await ada.ask({ method: 'GET', url: `/mail/thread/${thread.threadId}/summary` })).text

const refuses = (status: number) => () => parts.model.script({ refusal: { status } })
const says = { text: { literal: 'They meet on Friday. [[1|meet on Friday]]' } } as const

const troubles = [
  ['the key is wrong', refuses(401), 'assistant/wrong-key', /refused the API key\. An administrator can/],
  ['the model is unknown', refuses(404), 'assistant/unknown-model', /no model named test-model\. An admin/],
  ['there are too many requests', refuses(429), 'assistant/busy', /is busy\. Try again in a moment/],
  ['the server is overloaded', refuses(503), 'assistant/busy', /is busy\. Try again in a moment/],
  [
    'the stream is cut',
    () => parts.model.script({ ...says, cutAtToken: 1 }),
    'assistant/cut-off',
    /was lost before the answer was complete\. Try again/,
  ],
  [
    'the tokens of the day are used up',
    () => useTokens(199_999),
    'assistant/cap-reached',
    /used your 200,000 tokens for today\. The assistant is back tomorrow/,
  ],
] as const

describe.each(featureNames)('a %s', (feature) => {
  test.each(troubles)('says so when %s, and works again afterwards', async (_, begin, code, sentence) => {
    parts.model.script(says)
    await use('summary')
    const summary = await storedSummary()
    await begin()
    const ending = await use(feature)
    expect(ending).toEqual({ code, sentence: expect.stringMatching(sentence) as string })
    expect(await storedSummary()).toBe(summary)
    await useTokens(0)
    parts.model.script(says)
    expect(await use(feature)).toEqual({ code: 'done', sentence: undefined })
  })
})

describe('while the model server is down', () => {
  beforeAll(() => parts.model.close())

  test.each(featureNames)('a %s says so', async (feature) => {
    const sentence = /can’t be reached\. Try again later, or ask an administrator/
    expect(await use(feature)).toEqual({
      code: 'assistant/unreachable',
      sentence: expect.stringMatching(sentence) as string,
    })
  })
})

describe('while an administrator allows no connection to it', () => {
  test.each(featureNames)('a %s says so', async (feature) => {
    await parts.server.db.database.query(
      `insert into egress_switch (reason, switched_off_at) values ('assistant', now()) on conflict do nothing`,
    )
    await parts.server.db.database.query(`select pg_notify('plmail_egress', '')`)
    await expect
      .poll(async () => (await use(feature)).sentence)
      .toBe('The administrator has turned off connections to the model server.')
  })
})
