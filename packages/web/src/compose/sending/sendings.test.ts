import { describe, expect, test } from 'vitest'
import type { App } from '../../commands/index.ts'
import type { Sending } from './sending.ts'
import { createSendings } from './sendings.ts'

const sending = (id: string): Sending => ({
  id,
  accountId: 'A1',
  subject: 'Hello',
  until: new Date(Date.now() + 10_000),
  emailId: `M-${id}`,
  about: { accountId: 'A1', emailId: 'M0', keyword: '$answered' },
})

/** A window in which messages are sent; time passes and the server answers as the test says. */
function window(answer: 'canceled' | 'too-late' | 'unreachable' = 'canceled') {
  const opened: unknown[] = []
  const said: string[] = []
  const timers: (() => void)[] = []
  const waysBack: { undo: () => void }[] = []
  const canceled: string[] = []
  const sent: string[] = []
  const app = {
    compose: { begin: (wish: unknown) => void opened.push(wish) },
    toasts: { show: ({ tone }: { tone: string }) => void said.push(tone) },
    undoStack: { pushQuietly: (way: { undo: () => void }) => void waysBack.push(way) },
    after: (ms: number, task: () => void) => {
      if (ms <= 10_000) timers.push(task)
      return () => undefined
    },
    records: {
      submissions: {
        cancel: (_: string, id: string) => {
          canceled.push(id)
          return Promise.resolve(answer)
        },
        listen: () => () => undefined,
        load: () => Promise.resolve(true),
      },
    },
  } as unknown as App
  const sendings = createSendings(app)
  return {
    sendings,
    opened,
    said,
    timers,
    waysBack,
    canceled,
    sent,
    add: (id: string) => {
      const added = sending(id)
      sendings.add(added, () => void sent.push(id))
      return added
    },
  }
}

describe('a message in its time to undo', () => {
  test('is listed until that is over, and only then has it gone', () => {
    const { sendings, add, timers, sent } = window()
    add('S1')
    expect(sendings.all.map(({ id }) => id)).toEqual(['S1'])
    expect(sent).toEqual([])
    timers[0]?.()
    expect(sendings.all).toEqual([])
    expect(sent).toEqual(['S1'])
  })

  test('comes back into a window as it was, with what it answers', async () => {
    const { sendings, add, opened, said } = window()
    await sendings.undo(add('S1'))
    expect(opened).toEqual([
      {
        kind: 'draft',
        accountId: 'A1',
        emailId: 'M-S1',
        about: { accountId: 'A1', emailId: 'M0', keyword: '$answered' },
      },
    ])
    expect(said).toEqual(['plain'])
  })

  test('that was taken back has not gone when its time is over', async () => {
    const { sendings, add, timers, sent } = window()
    await sendings.undo(add('S1'))
    timers[0]?.()
    expect(sent).toEqual([])
  })

  test('is taken back by the key as well, each by its own', async () => {
    const { sendings, add, waysBack, canceled } = window()
    add('S1')
    add('S2')
    waysBack[1]?.undo()
    await Promise.resolve()
    await Promise.resolve()
    expect(canceled).toEqual(['S2'])
    expect(sendings.all.map(({ id }) => id)).toEqual(['S1'])
  })
})

describe('taking a message back', () => {
  test('too late opens nothing, and it is not offered any more', async () => {
    const { sendings, add, opened, said } = window('too-late')
    await sendings.undo(add('S1'))
    expect(opened).toEqual([])
    expect(said).toEqual(['plain'])
    expect(sendings.all).toEqual([])
  })

  test('that did not reach the server is offered on', async () => {
    const { sendings, add, opened, said } = window('unreachable')
    await sendings.undo(add('S1'))
    expect(opened).toEqual([])
    expect(said).toEqual(['problem'])
    expect(sendings.all).toHaveLength(1)
  })

  test('that has gone asks nobody', async () => {
    const { sendings, add, timers, canceled, said } = window()
    const added = add('S1')
    timers[0]?.()
    await sendings.undo(added)
    expect(canceled).toEqual([])
    expect(said).toEqual(['plain'])
  })
})
