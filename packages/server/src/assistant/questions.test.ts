import type { AskFrame, DigestFrame, MailDigest, QuestionAnswer } from '@plmail/wire'
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
  { from: 'Bob', text: 'The warranty of the heating ends in March 2031.' },
  { from: 'Cleo', text: 'Thanks. The boiler man comes on Friday.' },
]
const says = (literal: string) => ({ text: { literal } })
const problemIn = (text: string) => (JSON.parse(text) as { problem?: string }).problem

async function request<Frame extends AskFrame | DigestFrame>(person: Person, url: string, payload: Json) {
  const answer = await person.ask({ method: 'POST', url, payload })
  return { ...answer, frames: answer.status === 200 ? framesIn<Frame>(answer.text) : [] }
}
const ask = (person: Person, payload: Json) => request<AskFrame>(person, '/mail/ask', payload)
const digest = (person: Person, payload: Json = {}) => request<DigestFrame>(person, '/mail/digest', payload)
const answerIn = (frames: readonly AskFrame[]) => frames.at(-1) as QuestionAnswer & { type: string }
const digestIn = (frames: readonly DigestFrame[]) => frames.at(-1) as MailDigest & { type: string }

describe('a question about mail', () => {
  test('becomes a search that is shown, and an answer whose citations are checked', async () => {
    const { threadId, emailIds, folder } = await conversation(ada, messages)
    const query = `label:"${folder}" warranty OR label:"${folder}" boiler`
    parts.model.script(
      says(`<think>They mean the heating.</think>\n\`${query}\``),
      says(
        'In March 2031. [[2|warranty of the heating ends in March 2031]]\nNobody pays. [[1|nobody has to pay]]\nSee elsewhere. [[9|The warranty]]',
      ),
    )
    const { frames, headers } = await ask(ada, { question: 'When does the warranty end?' })
    expect(headers).toMatchObject({ 'x-accel-buffering': 'no', 'cache-control': 'no-store' })
    expect(frames).toContainEqual({ type: 'searched', query, total: 2 })
    expect(answerIn(frames)).toMatchObject({
      type: 'done',
      query,
      isAnswered: true,
      citations: [
        { section: 'answer', text: 'In March 2031.', emailId: emailIds[0], isProven: true },
        { text: 'Nobody pays.', emailId: emailIds[1], isProven: false },
        { text: 'See elsewhere.', emailId: null, isProven: false },
      ],
      messages: [{ emailId: emailIds[1] }, { emailId: emailIds[0], threadId, accountId: ada.accounts[0] }],
      coverage: { total: 2, read: 2, shortened: 0, withAttachments: 0, isWithoutSpamAndTrash: true },
    })
    expect(answerIn(frames).coverage.closedAccounts).toHaveLength(1)
    const [search, answer] = parts.model.prompts().slice(-2)
    // Who wrote mail has no say in what is looked for.
    expect(search?.user).not.toContain('boiler man')
    expect(search?.user).toContain('When does the warranty end?')
    expect(answer?.user).toContain('When does the warranty end?')
  })

  test('is searched for again when the search makes no sense, once, and then its writer may mend it', async () => {
    const { folder } = await conversation(ada, messages)
    parts.model.script(
      says('is:purple warranty'),
      says(`label:"${folder}"`),
      says('Yes. [[1|The boiler man comes]]'),
    )
    const mended = await ask(ada, { question: 'Is it warm?' })
    expect(answerIn(mended.frames)).toMatchObject({ query: `label:"${folder}"`, isAnswered: true })
    expect(parts.model.prompts().at(-2)?.user).toContain(
      'Your search is:purple warranty cannot be used: is:purple',
    )

    const before = parts.model.prompts().length
    parts.model.script(says('is:purple'), says('from:'))
    const { frames } = await ask(ada, { question: 'Is it warm?' })
    expect(frames).toContainEqual({ type: 'searched', query: 'from:', total: 0 })
    expect(frames.at(-1)).toMatchObject({ type: 'error', problem: { problem: 'assistant/no-search' } })
    expect(parts.model.prompts()).toHaveLength(before + 2)
  })

  test('can be asked with a search of one’s own, which is checked too', async () => {
    const { folder } = await conversation(ada, messages)
    const before = parts.model.prompts().length
    parts.model.script(says('## NONE'))
    const { frames } = await ask(ada, { question: 'Is it cold?', query: `label:"${folder}" from:bob` })
    expect(answerIn(frames)).toMatchObject({ isAnswered: false, citations: [], coverage: { total: 1 } })
    expect(parts.model.prompts()).toHaveLength(before + 1)
    const unusable = await ask(ada, { question: 'Is it?', query: 'label:"No such folder"' })
    expect([unusable.status, problemIn(unusable.text)]).toEqual([422, 'assistant/unusable-search'])
    const empty = await ask(ada, { question: '  ' })
    expect([empty.status, problemIn(empty.text)]).toEqual([422, 'assistant/no-question'])
    expect((await ask(ada, { question: 'x'.repeat(600) })).status).toBe(422)
  })

  test('that finds nothing asks the model nothing more', async () => {
    const before = parts.model.prompts().length
    const { frames } = await ask(ada, { question: 'Is it?', query: 'zyzzyva' })
    expect(answerIn(frames)).toMatchObject({ isAnswered: false, coverage: { total: 0, read: 0 } })
    expect(parts.model.prompts()).toHaveLength(before)
  })

  test('reads the newest that fit, and says how many it did not', async () => {
    const many = Array.from({ length: 60 }, (_, index) => ({
      from: 'Bob',
      text: `Entry ${index} says ${'much the same as the one before it. '.repeat(20)}`,
    }))
    const { folder } = await conversation(ada, many)
    parts.model.script(says('Much the same. [[1|much the same as]]'))
    const { frames } = await ask(ada, { question: 'What do they say?', query: `label:"${folder}"` })
    const { coverage } = answerIn(frames)
    expect(coverage.total).toBe(60)
    expect(coverage.read).toBeGreaterThan(15)
    expect(coverage.read).toBeLessThan(30)
    const { user = '' } = parts.model.prompts().at(-1) ?? {}
    expect(user).toContain('Entry 59 says')
    expect(user).not.toContain('Entry 0 says')
  })

  test('never looks into an account that the assistant may not read, nor into anybody else’s', async () => {
    await conversation(ada, [{ from: 'Bob', text: 'The password of the safe is quokka.' }], 1)
    const bea = await parts.reader('bea')
    await conversation(bea, [{ from: 'Bob', text: 'My quokka is at home.' }])
    const { frames } = await ask(ada, { question: 'Where is it?', query: 'quokka' })
    expect(answerIn(frames)).toMatchObject({ coverage: { total: 0 }, messages: [] })
  })

  test('is refused by whoever does not use the assistant, and without any account', async () => {
    const dan = await parts.server.person('dan', 1)
    const off = await ask(dan, { question: 'Is it?' })
    expect([off.status, problemIn(off.text)]).toEqual([409, 'assistant/switched-off'])
    await dan.ask({ method: 'POST', url: '/api/assistant', payload: { isOn: true } })
    const closed = await ask(dan, { question: 'Is it?' })
    expect([closed.status, problemIn(closed.text)]).toEqual([409, 'assistant/no-account'])
  })

  test('ends with the tokens of the day, also between search and answer', async () => {
    const cleo = await parts.reader('cleo')
    const { folder } = await conversation(cleo, messages)
    const use = (tokens: number) =>
      parts.server.db.database.query(
        `insert into assistant_usage (account_id, day, tokens, calls) values ($1, $2, $3, 1)
         on conflict (account_id, day) do update set tokens = excluded.tokens`,
        [cleo.personalId.slice(1), new Date().toISOString().slice(0, 10), tokens],
      )
    await use(199_999)
    const refused = await ask(cleo, { question: 'Is it?' })
    expect(refused.frames.at(-1)).toMatchObject({
      type: 'error',
      problem: { problem: 'assistant/cap-reached' },
    })
    await use(198_600)
    parts.model.script(says(`label:"${folder}"`))
    const { frames } = await ask(cleo, { question: 'Is it?' })
    expect(frames).toContainEqual({ type: 'searched', query: `label:"${folder}"`, total: 2 })
    expect(frames.at(-1)).toMatchObject({ type: 'error', problem: { problem: 'assistant/cap-reached' } })
  })

  test('that fails on the way, after its first frame, ends with an error that can be looked up', async () => {
    const hal = await parts.reader('hal')
    const { folder } = await conversation(hal, messages)
    const { database } = parts.server.db
    const promptsBefore = parts.model.prompts().length
    parts.model.script({ ...says('Yes. [[1|The boiler man comes]]'), silenceMs: 60_000 })
    const running = ask(hal, { question: 'Is it?', query: `label:"${folder}"` })
    await expect.poll(() => parts.model.prompts()).toHaveLength(promptsBefore + 1)
    await database.query('alter table assistant_usage rename to lost')
    await parts.world.clock.advance(60_000)
    const { frames } = await running.finally(() =>
      database.query('alter table lost rename to assistant_usage'),
    )
    expect(frames.at(-1)).toMatchObject({
      type: 'error',
      problem: { problem: 'request/failed-with-reference' },
    })
    expect(parts.logged.join('')).toContain('http.failed')
  })

  test('that its reader leaves ends the call', async () => {
    const { folder } = await conversation(ada, messages)
    const [promptsBefore, abandonedBefore] = [parts.model.prompts().length, parts.model.abandoned()]
    parts.model.script({ ...says('never'), silenceMs: 60_000 })
    const address = await parts.server.http.listen({ host: '127.0.0.1', port: 0 })
    const leaving = new AbortController()
    const stream = await fetch(`${address}/mail/ask`, {
      method: 'POST',
      headers: { cookie: ada.cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
      body: JSON.stringify({ question: 'Is it?', query: `label:"${folder}"` }),
      signal: leaving.signal,
    })
    await stream.body?.getReader().read()
    await expect.poll(() => parts.model.prompts()).toHaveLength(promptsBefore + 1)
    leaving.abort()
    await expect.poll(() => parts.model.abandoned()).toBe(abandonedBefore + 1)
  })
})

describe('a digest', () => {
  test('groups what is new and unread, and begins the next time where this one ended', async () => {
    const fay = await parts.reader('fay')
    const now = new Date()
    const { emailIds } = await conversation(fay, [
      { from: 'Bob', text: 'Old and unread, nobody minds.', isUnread: true },
      {
        from: 'Cleo',
        text: 'Please send me the plan by Monday.',
        isUnread: true,
        receivedAt: new Date(now.getTime() - 60_000),
      },
      { from: 'Dora', text: 'Read already, thank you all.', receivedAt: now },
      { from: 'Emil', text: 'The canteen has soup today.', isUnread: true, receivedAt: now },
    ])
    parts.model.script(
      says(
        '## TASKS\nSend Cleo the plan. [[2|send me the plan by Monday]]\n## DATES\nMonday: the plan. [[2|by Monday]]\n## KNOW\nThere is soup. [[1|canteen has soup today]]',
      ),
    )
    const { frames } = await digest(fay)
    const first = digestIn(frames)
    expect(first).toMatchObject({ type: 'done', span: 'yesterday', coverage: { total: 2, read: 2 } })
    expect(first.messages.map(({ emailId }) => emailId).toSorted()).toEqual(
      [emailIds[1], emailIds[3]].toSorted(),
    )
    expect(first.citations.map(({ section }) => section)).toEqual(['task', 'due', 'know'])
    const hoursAgo = (now.getTime() - new Date(first.since).getTime()) / 3_600_000
    expect(hoursAgo).toBeGreaterThanOrEqual(24)
    expect(hoursAgo).toBeLessThan(49)

    const before = parts.model.prompts().length
    const second = digestIn((await digest(fay)).frames)
    expect(second).toMatchObject({ span: 'last', coverage: { total: 0 }, citations: [] })
    expect(parts.model.prompts()).toHaveLength(before)
    parts.model.script(says('## KNOW\nThere is soup. [[1|canteen has soup today]]'))
    const whole = digestIn((await digest(fay, { since: 'yesterday' })).frames)
    expect(whole).toMatchObject({ span: 'yesterday', coverage: { total: 2 } })
  })

  test('that fails does not count as one', async () => {
    const gil = await parts.reader('gil')
    await conversation(gil, [{ from: 'Bob', text: 'It is new.', isUnread: true, receivedAt: new Date() }])
    parts.model.script({ refusal: { status: 503 } })
    expect((await digest(gil)).frames.at(-1)).toMatchObject({
      type: 'error',
      problem: { problem: 'assistant/busy' },
    })
    parts.model.script(says('## KNOW\nIt is new. [[1|It is new]]'))
    expect(digestIn((await digest(gil)).frames)).toMatchObject({ span: 'yesterday', coverage: { total: 1 } })
    expect((await digest(gil, { since: 'ever' })).status).toBe(422)
  })
})
