import type { JobEvent, ListRun } from '@plmail/wire'
import { expect, test } from 'vitest'
import { methodServer } from '../../net/method-server.fixture.ts'
import { settled } from '../mail/mail-server.fixture.ts'
import { createListRuns } from './list-runs.ts'

const run = (id: string, more: Partial<ListRun> = {}): ListRun =>
  ({ id, state: 'running', action: { type: 'archive' }, total: 9, done: 0, ...more }) as ListRun // what is shown of it

function setting() {
  const stored = { list: [run('RR1')], refuses: false }
  const client = methodServer({
    'List/run': () => (stored.refuses ? 'forbidden' : { run: run('RR1') }),
    'List/undoRun': ({ id }) => ({ run: run(String(id), { state: 'undone' as never }) }),
    'List/runs': () => ({ list: stored.list }),
  })
  const runs = createListRuns(client.jmap)
  const progress = (text: string, done: number): void =>
    runs.progressed({ job: 'list-run', accountId: 'A1', done, total: 9, text } as JobEvent)
  const shown = () => runs.shown().map(({ id, done }) => `${id} ${String(done)}`)
  return { ...client, runs, stored, progress, shown }
}
const archive = { role: 'inbox', action: { type: 'archive' } } as never

test('a run shows from when it began, and how far it is with every word of it', async () => {
  const { runs, progress, shown, argumentsOf } = setting()
  await runs.begin(archive)
  progress('RR1', 4)
  expect(shown()).toEqual(['RR1 4'])
  expect(argumentsOf('List/runs')).toEqual([])
})

test('what became of it is asked for once it is through', async () => {
  const { runs, progress, shown, stored } = setting()
  await runs.begin(archive)
  stored.list = [run('RR1', { done: 9, state: 'done' as never })]
  progress('RR1', 9)
  await settled()
  expect(shown()).toEqual(['RR1 9'])
  expect(runs.shown()[0]?.state).toBe('done')
})

test('one that another window began shows too, without older ones of that day', async () => {
  const { progress, shown, stored } = setting()
  stored.list = [run('RR8', { done: 2 }), run('RR3', { done: 9 })]
  progress('RR8', 2)
  await settled()
  expect(shown()).toEqual(['RR8 2'])
})

test('words that come while it is asked for ask once more, not each for itself', async () => {
  const { progress, argumentsOf } = setting()
  for (let word = 0; word < 5; word += 1) progress('RR1', 9)
  await settled()
  expect(argumentsOf('List/runs').length).toBeLessThanOrEqual(2)
})

test('one that was dismissed stays away, and undoing shows it as undone', async () => {
  const { runs, shown } = setting()
  await runs.begin(archive)
  expect(await runs.undo('RR1')).toMatchObject({ ok: true, value: { state: 'undone' } })
  runs.dismiss('RR1')
  expect(shown()).toEqual([])
})

test('one that is refused says why and shows nowhere; without a server there is no reason', async () => {
  const { runs, shown, stored, server } = setting()
  stored.refuses = true
  expect(await runs.begin(archive)).toMatchObject({ ok: false, why: expect.any(String) })
  server.isDown = true
  expect(await runs.begin(archive)).toEqual({ ok: false, why: undefined })
  expect(shown()).toEqual([])
})
