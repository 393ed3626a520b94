import type { Rule } from '@plmail/wire'
import { describe, expect, test } from 'vitest'
import { methodServer, type Method } from '../../net/method-server.fixture.ts'
import type { News } from '../core/records-context.ts'
import { settled } from './mail-server.fixture.ts'
import { rulesOf } from './rules.ts'

const rule = (id: string, sortOrder: number, more: Partial<Rule> = {}): Rule =>
  ({ id, name: id, sortOrder, run: null, ...more }) as Rule // what a list needs

/** A server with two rules. */
function setting(more: Record<string, Method> = {}) {
  const stored = { list: [rule('R1', 0), rule('R2', 1)] }
  const listeners: ((news: News) => void)[] = []
  const client = methodServer({
    'Rule/get': () => ({ list: stored.list }),
    'Rule/set': ({ create }) => ({ created: create ? { rule: rule('R3', 2) } : null }),
    ...more,
  })
  const rules = rulesOf({ ...client, listen: (listener) => void listeners.push(listener) })
  const announce = (news: News) => listeners.forEach((listener) => listener(news))
  return { ...client, rules, stored, announce, ids: () => rules.all()?.map(({ id }) => id) }
}
const progress = (done: number, total: number): News => ({
  kind: 'job',
  job: { job: 'rule-run', accountId: 'A0', done, total, text: 'R1' },
})

describe('rules', () => {
  test('are asked for by the first screen that shows them, and not by the next', async () => {
    const { ids, argumentsOf } = setting()
    expect(ids()).toBeUndefined()
    await settled()
    expect([ids(), ids()]).toEqual([
      ['R1', 'R2'],
      ['R1', 'R2'],
    ])
    expect(argumentsOf('Rule/get')).toHaveLength(1)
  })

  test('that are new come last', async () => {
    const { rules, argumentsOf } = setting()
    await rules.load()
    const draft = { name: 'Bills' } as never
    expect(await rules.create(draft)).toMatchObject({ ok: true, value: { id: 'R3' } })
    expect(argumentsOf('Rule/set')).toMatchObject([{ create: { rule: { name: 'Bills', sortOrder: 2 } } }])
  })

  test('stand in their new order before the server has answered, and only moved ones are written', async () => {
    const { rules, ids, argumentsOf, stored } = setting()
    stored.list = [rule('R1', 0), rule('R2', 1), rule('R3', 2)]
    await rules.load()
    const done = rules.reorder(['R2', 'R1', 'R3'])
    expect(ids()).toEqual(['R2', 'R1', 'R3'])
    await done
    expect(argumentsOf('Rule/set')).toEqual([
      { accountId: 'A0', update: { R2: { sortOrder: 0 }, R1: { sortOrder: 1 } } },
    ])
  })

  test('that the server would not reorder stand as it has them', async () => {
    const { rules, ids } = setting({ 'Rule/set': () => ({ notUpdated: { R1: { type: 'forbidden' } } }) })
    await rules.load()
    expect(await rules.reorder(['R2', 'R1'])).toMatchObject({ ok: false, why: expect.any(String) })
    expect(ids()).toEqual(['R1', 'R2'])
  })

  test('say why they were refused, and nothing where nobody answered', async () => {
    const at = setting({
      'Rule/set': () => ({ notDestroyed: { R1: { type: 'forbidden', description: 'A run is under way' } } }),
    })
    expect(await at.rules.destroy('R1')).toEqual({ ok: false, why: 'A run is under way.' })
    at.server.isDown = true
    expect(await at.rules.destroy('R1')).toEqual({ ok: false, why: undefined })
  })

  test('are loaded again when another window changed them, if anybody shows them', async () => {
    const { rules, announce, argumentsOf } = setting()
    const change: News = { kind: 'state', change: { '@type': 'StateChange', changed: { A0: { Rule: '9' } } } }
    announce(change)
    await settled()
    expect(argumentsOf('Rule/get')).toHaveLength(0)
    await rules.load()
    announce(change)
    await settled()
    expect(argumentsOf('Rule/get')).toHaveLength(2)
  })
})

describe('a run of a rule', () => {
  test('shows how far it is, and what became of it once it is through', async () => {
    const { rules, stored, announce } = setting()
    const run = { id: 'RR1', state: 'running', done: 0, total: 9 } as unknown as NonNullable<Rule['run']>
    stored.list = [rule('R1', 0, { run }), rule('R2', 1)]
    await rules.load()
    announce(progress(4, 9))
    expect(rules.all()?.map((each) => each.run?.done)).toEqual([4, undefined])
    stored.list = [rule('R1', 0, { run: { ...run, state: 'done', done: 9 } as never })]
    announce(progress(9, 9))
    await settled()
    expect(rules.all()).toMatchObject([{ run: { state: 'done', done: 9 } }])
  })

  test('is begun and undone by the server, whose reason is said', async () => {
    const { rules } = setting({
      'Rule/run': () => ({ run: { id: 'RR1' } }),
      'Rule/undoRun': () => 'forbidden',
    })
    expect(await rules.run('R1')).toEqual({ ok: true, value: { id: 'RR1' } })
    expect(await rules.undoRun('RR1')).toMatchObject({ ok: false, why: expect.any(String) })
  })
})

test('a preview shows messages of several accounts in the order of the server', async () => {
  const newest = [
    { accountId: 'A2', emailId: 'M9' },
    { accountId: 'A1', emailId: 'M1' },
    { accountId: 'A2', emailId: 'M8' },
  ]
  const { rules } = setting({
    'Rule/preview': () => ({ total: 30, newest }),
    'Email/get': ({ ids }) => ({ list: (ids as string[]).filter((id) => id !== 'M8').map((id) => ({ id })) }),
  })
  const preview = await rules.preview({} as never, null)
  expect(preview).toMatchObject({
    ok: true,
    value: {
      total: 30,
      newest: [
        { accountId: 'A2', email: { id: 'M9' } },
        { accountId: 'A1', email: { id: 'M1' } },
      ],
    },
  })
})

test.each([
  ['The choir <choir.example.org>', 'choir.example.org'],
  ['  plain.example.org ', 'plain.example.org'],
  ['  ', undefined],
  [null, undefined],
])('the list of the header %j is %j', async (header, list) => {
  const { rules } = setting({
    'Email/get': () => ({ list: [{ id: 'M1', 'header:List-Id:asText': header }] }),
  })
  expect(await rules.listOf('A1', 'M1')).toBe(list)
})

test('a rule that is begun elsewhere opens in the editor once', () => {
  const { rules } = setting()
  rules.begin({ name: 'From Ann' } as never)
  expect([rules.takeDraft(), rules.takeDraft()]).toEqual([{ name: 'From Ann' }, undefined])
})
