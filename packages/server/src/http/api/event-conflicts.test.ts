import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { EventConflictsAnswer, UserId } from '@plmail/wire'
import { silentLog } from '../../kit/log.ts'
import {
  type CalendarsForTests,
  calendarsForTests,
} from '../../../../server-testing/src/sync/calendars/test-calendars.ts'
import { ProviderForTests } from '../../../../server-testing/src/sync/calendars/test-provider.ts'
import { event } from '../../../../server-testing/src/sync/calendars/workbench.ts'
import { answerProblems, speakAnswers } from '../guard/index.ts'
import { eventConflictsApi } from './event-conflicts.ts'

let provider: ProviderForTests
let rig: CalendarsForTests
let app: FastifyInstance
let asking: UserId

beforeEach(async () => {
  provider = new ProviderForTests()
  provider.addCalendar('Work')
  provider.put('Work', event('Lunch'))
  provider.put('Work', { uid: 'broken', title: 'No start' })
  rig = await calendarsForTests(() => provider.session())
  await rig.visitNow()
  asking = rig.user
  const { id } = await rig.eventNamed('Lunch')
  await rig.patch(id, { title: 'Mine' })
  provider.put('Work', event('Theirs', { uid: 'Lunch@example.test' }), 'e1')
  await rig.visitNow()
  app = fastify()
  speakAnswers(app)
  answerProblems(app, { log: silentLog, random: (size) => Buffer.alloc(size), renderPage: () => '' })
  await app.register(
    eventConflictsApi({
      calendarSync: rig.sync,
      listAccounts: async (userId) => (userId === rig.user ? [rig.account] : []),
      requireSession: async () => ({ user: { id: asking } }),
    }),
  )
})
afterEach(async () => {
  await app.close()
  await rig[Symbol.asyncDispose]()
})

const list = async () =>
  (await app.inject({ method: 'GET', url: '/api/event-conflicts' })).json<EventConflictsAnswer>()
const settle = async (id: number | string, payload: object) =>
  (await app.inject({ method: 'POST', url: `/api/event-conflicts/${id}`, payload })).statusCode

test('tells what did not stay, and what cannot be shown', async () => {
  const { conflicts, unreadable } = await list()
  expect(conflicts).toMatchObject([
    {
      kind: 'changed-both',
      title: 'Mine',
      fields: ['title'],
      lost: { title: 'Mine' },
      now: { title: 'Theirs' },
      said: null,
      calendarId: `C${await rig.calendarNamed('Work')}`,
    },
  ])
  expect(unreadable).toMatchObject([{ title: 'No start', problem: expect.stringMatching(/start/) as string }])
})

test.each([
  ['mine', 'Mine'],
  ['theirs', 'Theirs'],
])('keeps %s, and is settled', async (keep, title) => {
  const [card] = (await list()).conflicts
  expect(await settle(card!.id, { keep })).toBe(204)
  expect((await rig.eventNamed(title)).event['title']).toBe(title)
  expect((await list()).conflicts).toEqual([])
  expect(await settle(card!.id, { keep })).toBe(404)
})

test('of somebody else there is nothing, and nothing can be settled; nor can nonsense', async () => {
  const [card] = (await list()).conflicts
  for (const id of ['0', '-1', 'x', '99999999999999999999'])
    expect(await settle(id, { keep: 'mine' })).toBe(404)
  expect(await settle(card!.id, { keep: 'both' })).toBe(422)
  asking = (rig.user + 1) as UserId
  expect(await list()).toEqual({ conflicts: [], unreadable: [] })
  expect(await settle(card!.id, { keep: 'mine' })).toBe(404)
})
