import { describe, expect, test } from 'vitest'
import { queueDraft } from './queue-draft.ts'

type Parts = Parameters<typeof queueDraft>

interface Setting {
  isBehind?: boolean
  files?: { id: number; blob?: object; bytes?: object }[]
  /** The device would not keep it. */
  isFull?: boolean
  hasNoQueue?: boolean
}

/** A draft in a browser without a network, and the queue of that browser. */
function offline({ isBehind = false, files = [], isFull = false, hasNoQueue = false }: Setting = {}) {
  const queued: { id: string; isTried: boolean; content: Record<string, unknown> }[] = []
  const happened: string[] = []
  const queue = {
    add: (message: (typeof queued)[number]) => {
      if (!isFull) queued.push(message)
      return Promise.resolve(!isFull)
    },
    takeBack: (id: string) => void happened.push(`took ${id} back`),
  }
  const ways: { undo: () => void }[] = []
  const app = {
    messageQueue: () => (hasNoQueue ? Promise.reject(new Error('not loaded')) : Promise.resolve(queue)),
    undoStack: { push: (way: { undo: () => void }) => void ways.push(way) },
    toasts: {},
  } as unknown as Parts[0]
  const draft = {
    copy: () => ({ draft: { fields: { sender: { identity: { email: 'me@x.example' } } } } }),
    files: {
      all: () => files.map(({ id, blob }) => ({ id, blob })),
      source: (id: number) => files.find((file) => file.id === id)?.bytes,
    },
    saver: { isBehind, unconfirmed: ['old@x.example'] },
    release: () => void happened.push('released'),
  } as unknown as Parts[1]
  const send = (isTried = false) => queueDraft(app, draft, { holdSeconds: 10 }, { id: 'op1', isTried })
  return { send, queued, happened, ways }
}

describe('a message without a network', () => {
  test('waits on this device under the name it would be sent with, and its window lets it go', async () => {
    const { send, queued, happened } = offline()
    expect(await send(true)).toBeUndefined()
    expect(queued).toMatchObject([{ id: 'op1', isTried: true, content: { when: { holdSeconds: 10 } } }])
    expect(happened).toEqual(['released'])
  })

  test('has an id at the domain of its sender, and knows those it may have had before', async () => {
    const { send, queued } = offline()
    await send()
    expect(queued[0]?.content['messageId']).toMatch(/^.+@x\.example$/)
    expect(queued[0]?.content['formerMessageIds']).toEqual(['old@x.example'])
  })

  test('takes along the bytes that the server does not have, and no others', async () => {
    const bytes = { size: 1 }
    const { send, queued } = offline({ files: [{ id: 1, blob: {}, bytes }, { id: 2, bytes }, { id: 3 }] })
    await send()
    expect(queued[0]?.content['files']).toEqual([{ id: 2, bytes }])
  })

  test.each([
    [{ isBehind: false }, true],
    [{ isBehind: true }, false],
    [{ files: [{ id: 1, bytes: {} }] }, false],
  ])('%j is saved as it goes: %s', async (setting, isSaved) => {
    const { send, queued } = offline(setting)
    await send()
    expect(queued[0]?.content['isSaved']).toBe(isSaved)
  })

  test('comes back from the queue', async () => {
    const { send, ways, happened } = offline()
    await send()
    ways[0]?.undo()
    expect(happened).toEqual(['released', 'took op1 back'])
  })
})

describe('a message that this device does not keep', () => {
  test('stays in its window, and says whether files were too much', async () => {
    const plain = offline({ isFull: true })
    const heavy = offline({ isFull: true, files: [{ id: 1, bytes: {} }] })
    const [plainReason, heavyReason] = [await plain.send(), await heavy.send()]
    expect(plainReason).not.toBe(heavyReason)
    expect([plain.happened, heavy.happened]).toEqual([[], []])
    expect(plain.ways).toEqual([])
  })

  test('because what queues was never loaded stays in its window as well', async () => {
    const { send, happened } = offline({ hasNoQueue: true })
    expect(await send()).not.toBeUndefined()
    expect(happened).toEqual([])
  })
})
