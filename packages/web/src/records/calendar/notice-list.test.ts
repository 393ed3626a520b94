import { expect, test } from 'vitest'
import { createCalendarContext } from './calendar-context.ts'
import { eventNewsOf } from './event-news.ts'
import { settled } from '../mail/mail-server.fixture.ts'

/** One account, what others changed in it, and answers that can be held. */
function setting() {
  const server = { noticeIds: ['N1', 'N2'], refuses: false, gate: Promise.resolve() }
  const answerTo = (name: string) => {
    if (name === 'CalendarEventNotification/set')
      return server.refuses ? { ok: false } : { ok: true, value: {} }
    const list = server.noticeIds.map((id) => ({ id, created: `2026-03-0${id.slice(1)}T00:00:00Z` }))
    return { ok: true, value: { list } }
  }
  const send = async ({ calls }: { calls: readonly [string][] }) => {
    const answers = calls.map(([name]) => answerTo(name))
    await server.gate
    return { of: ({ id }: { id: string }) => answers[Number(id)] }
  }
  const personal = { id: () => Promise.resolve('A0') }
  const context = createCalendarContext({ send } as never, personal as never, {} as never, () =>
    Promise.resolve([]),
  )
  const news = eventNewsOf(context)
  context.listen(() => void news.load())
  const hold = () => {
    let release = (): void => undefined
    server.gate = new Promise((resolve) => (release = resolve))
    return () => release()
  }
  return { server, context, news, hold, ids: () => news.all().map(({ id }) => id) }
}

const changed = { '@type': 'StateChange', changed: { A0: { CalendarEventNotification: '7' } } } as const

test('what was read in another window is read in this one', async () => {
  const { server, context, news, ids } = setting()
  await news.load()
  expect(ids()).toEqual(['N2', 'N1'])
  server.noticeIds = ['N1']
  context.changed(changed)
  await settled()
  expect(ids()).toEqual(['N1'])
})

test('what the server will not put away is shown again, in its place', async () => {
  const { server, news, ids } = setting()
  await news.load()
  server.refuses = true
  const done = news.dismiss(news.all().slice(0, 1))
  expect(ids()).toEqual(['N1'])
  expect(await done).toBe(false)
  expect(ids()).toEqual(['N2', 'N1'])
})

test('an answer that is older than what happened meanwhile is not the last one', async () => {
  const { server, context, news, hold, ids } = setting()
  const release = hold()
  const loading = news.load()
  await settled()
  server.gate = Promise.resolve()
  server.noticeIds = ['N1']
  context.changed(changed)
  await settled()
  release()
  await loading
  await settled()
  expect(ids()).toEqual(['N1'])
})
