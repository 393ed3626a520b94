import type { Category, Preferences } from '@plmail/wire'
import { describe, expect, test } from 'vitest'
import { createCategoryCounts, createRecords } from '../index.ts'
import type { MailDisk } from '../../disk/index.ts'
import type { EmailChange } from '../core/patch.ts'
import { mailServer, settled, type MailServer } from '../mail/mail-server.fixture.ts'
import { memoryDisk } from '../mail/memory-disk.fixture.ts'

const inbox = { role: 'inbox' } as const

/** A client that looks at two tabs of its inbox and counts all of them. */
async function client(server: MailServer, seenAt: Preferences['tabsSeenAt'] = {}, disk?: MailDisk) {
  const records = createRecords({
    ...server,
    pause: () => Promise.resolve(),
    ...(disk ? { disk, idly: queueMicrotask } : {}),
  })
  const start = await disk?.start()
  if (start) records.restore(start)
  await records.accounts.load()
  const counts = createCategoryCounts(records, inbox, () => seenAt)
  void counts.refresh()
  const tab = (category: Category) => records.list({ ...inbox, category })
  for (const category of ['primary', 'social'] as const) tab(category).look(0, 9)
  await settled()
  const tell = async () => {
    records.changed({ '@type': 'StateChange', changed: { A1: { Email: server.state() } } })
    await settled()
  }
  const shown = (category: Category) =>
    tab(category)
      .entries()
      .map(({ threadId }) => threadId)
      .join(' ')
  const counted = (category: Category) => {
    const count = counts.all()?.find((candidate) => candidate.category === category)
    return count && [count.total, count.unread, count.fresh]
  }
  const pending = (id: string, change: EmailChange) => ({
    accountId: 'A1',
    changes: new Map([[id, change]]),
  })
  /** Puts a conversation into a tab by hand. Shown at once; what then becomes of it at the server is told step by step. */
  const byHand = (id: string, category: Category) => {
    const change = pending(id, { categoryByHand: category })
    records.store.apply(change)
    /** The server has done it; answers its state then. */
    const arrive = () => {
      server.categorise(id, category)
      return server.state()
    }
    const confirm = (state = server.state()) => records.store.confirm(change, [id], state)
    return {
      arrive,
      confirm,
      settle: () => confirm(arrive()),
      refuse: () => records.store.drop(change, [id]),
    }
  }
  return { records, counts, tab, tell, shown, counted, pending, byHand }
}

/** T1 and T3 in Primary, T2 in Social. */
function threeMessages(): MailServer {
  const server = mailServer(['A1'], ['inbox', 'archive', 'trash'])
  for (const _ of [1, 2, 3]) server.arrive('A1')
  server.categorise('M2', 'social')
  return server
}

describe('a tab of the inbox', () => {
  test('holds the mail of its category, and says so with its length', async () => {
    const { shown, tab, counted } = await client(threeMessages())
    expect([shown('primary'), shown('social')]).toEqual(['T3 T1', 'T2'])
    expect([tab('primary').total, tab('social').total]).toEqual([2, 1])
    expect([counted('primary'), counted('social'), counted('forums')]).toEqual([
      [2, 2, 2],
      [1, 1, 1],
      [0, 0, 0],
    ])
  })

  test('loses what the server puts into another, which has it at once', async () => {
    const server = threeMessages()
    const { shown, tab, tell, counted } = await client(server)
    server.categorise('M3', 'social')
    await tell()
    expect([shown('primary'), shown('social')]).toEqual(['T1', 'T3 T2'])
    expect([tab('primary').total, tab('social').total]).toEqual([1, 2])
    expect([counted('primary'), counted('social')]).toEqual([
      [1, 1, 1],
      [2, 2, 2],
    ])
  })

  test('does so as soon as the conversation is told, before the lists are', async () => {
    const server = threeMessages()
    const { shown, tell } = await client(server)
    const gate = server.hold('List/query')
    server.categorise('M3', 'social')
    await tell()
    expect([shown('primary'), shown('social')]).toEqual(['T1', 'T3 T2'])
    gate.release()
    await settled()
    expect([shown('primary'), shown('social')]).toEqual(['T1', 'T3 T2'])
  })

  test('tells what came since it was looked at apart from what is unread', async () => {
    const server = threeMessages()
    const { counted } = await client(server, { primary: server.email('M1')?.receivedAt ?? '' })
    expect(counted('primary')).toEqual([2, 2, 1])
  })
})

describe('what the user puts into another tab', () => {
  test('is there before the server knows, at its place, with every count', async () => {
    const server = threeMessages()
    const { records, shown, tab, counted, byHand } = await client(server)
    server.isDown = true
    byHand('M1', 'social')
    expect([shown('primary'), shown('social')]).toEqual(['T3', 'T2 T1'])
    expect([tab('primary').total, tab('social').total]).toEqual([1, 2])
    expect([counted('primary'), counted('social')]).toEqual([
      [1, 1, 1],
      [2, 2, 2],
    ])
    expect(records.store.category({ accountId: 'A1', threadId: 'T1' })).toMatchObject({
      name: 'social',
      rule: 'hand',
    })
  })

  test('is back where it was when the server refuses, or it is taken back', async () => {
    const { shown, counted, byHand } = await client(threeMessages())
    byHand('M3', 'social').refuse()
    expect([shown('primary'), shown('social')]).toEqual(['T3 T1', 'T2'])
    expect([counted('primary'), counted('social')]).toEqual([
      [2, 2, 2],
      [1, 1, 1],
    ])
  })

  test('stays there when an answer comes that was asked for before', async () => {
    const server = threeMessages()
    const { tab, shown, byHand } = await client(server)
    const gate = server.hold()
    const asked = Promise.all([tab('primary').refresh(), tab('social').refresh()])
    await settled()
    byHand('M3', 'social').settle()
    gate.release()
    await asked
    expect([shown('primary'), shown('social')]).toEqual(['T1', 'T3 T2'])
  })

  test('is counted once, whether the server counted before or after it heard', async () => {
    const server = threeMessages()
    const { counts, counted, byHand } = await client(server)
    const gate = server.hold('List/categories')
    const asked = counts.refresh()
    await settled()
    const deed = byHand('M3', 'social')
    expect(counted('social')).toEqual([2, 2, 2])
    deed.settle()
    expect(counted('social')).toEqual([2, 2, 2])
    gate.release()
    await asked
    expect([counted('primary'), counted('social')]).toEqual([
      [1, 1, 1],
      [2, 2, 2],
    ])
  })

  test('is counted once while the server has done it and its answer is still to come', async () => {
    const server = threeMessages()
    const { counts, counted, byHand } = await client(server)
    const deed = byHand('M3', 'social')
    deed.arrive()
    await counts.refresh()
    expect([counted('primary'), counted('social')]).toEqual([
      [1, 1, 1],
      [2, 2, 2],
    ])
    // Read elsewhere meanwhile: what was not laid then is asked for once it is sure.
    server.flag('M1', '$seen')
    deed.confirm()
    await settled()
    expect([counted('primary'), counted('social')]).toEqual([
      [1, 0, 0],
      [2, 2, 2],
    ])
  })

  test('goes on from there when somebody else puts it elsewhere', async () => {
    const server = threeMessages()
    const { shown, tell, byHand } = await client(server)
    byHand('M3', 'social').settle()
    server.categorise('M3', 'primary')
    await tell()
    expect([shown('primary'), shown('social')]).toEqual(['T3 T1', 'T2'])
  })

  test('is where somebody else has put it since, although the answer to the first comes last', async () => {
    const server = threeMessages()
    const { records, tell, byHand } = await client(server)
    const deed = byHand('M3', 'social')
    const done = deed.arrive()
    server.categorise('M3', 'forums')
    await tell()
    deed.confirm(done)
    expect(records.store.peekCategory({ accountId: 'A1', threadId: 'T3' })).toBe('forums')
  })

  test('is not undone by an older word about the conversation', async () => {
    const server = threeMessages()
    const { records, shown, byHand } = await client(server)
    const gate = server.hold('Thread/get')
    const loading = records.reading.loadThread({ accountId: 'A1', threadId: 'T3' })
    await settled()
    byHand('M3', 'social').settle()
    gate.release()
    await loading
    expect(shown('social')).toBe('T3 T2')
    expect(records.store.peekCategory({ accountId: 'A1', threadId: 'T3' })).toBe('social')
  })

  test('without a network is in its tab after the window was closed, too', async () => {
    const server = threeMessages()
    const disk = memoryDisk()
    const before = await client(server, {}, disk)
    await before.records.flush()
    server.isDown = true
    const records = createRecords({ ...server, pause: () => Promise.resolve(), disk, idly: queueMicrotask })
    records.store.apply(before.pending('M3', { categoryByHand: 'social' }))
    const start = await disk.start()
    if (start) records.restore(start)
    const lists = (['primary', 'social'] as const).map((category) => records.list({ ...inbox, category }))
    for (const list of lists) {
      list.look(0, 9)
      await settled()
    }
    expect(lists.map((list) => list.entries().map(({ threadId }) => threadId))).toEqual([
      ['T1'],
      ['T3', 'T2'],
    ])
    expect(lists.map(({ total }) => total)).toEqual([1, 2])
  })

  test('is not in the unread part of its tab once it was read', async () => {
    const server = threeMessages()
    server.flag('M3', '$seen')
    const { records, byHand } = await client(server)
    const unread = records.list({ ...inbox, category: 'social', isUnread: true })
    unread.look(0, 9)
    await settled()
    const before = unread.total
    byHand('M3', 'social')
    expect(unread.total).toBe(before)
    byHand('M1', 'social')
    expect(unread.total).toBe(before + 1)
  })
})

test('a conversation that is read tells its category, also where no list is of one', async () => {
  const server = threeMessages()
  const records = createRecords({ ...server, pause: () => Promise.resolve() })
  await records.accounts.load()
  const ref = { accountId: 'A1', threadId: 'T2' }
  await records.reading.loadThread(ref)
  expect(records.store.category(ref)).toMatchObject({ name: 'social', rule: 'nothing' })
})

test('what is archived leaves its tab and the counts, before the server knows', async () => {
  const server = threeMessages()
  const { records, shown, counted, pending } = await client(server)
  records.store.apply(pending('M3', { [`mailboxIds/${server.inboxOf('A1')}`]: null }))
  expect(shown('primary')).toBe('T1')
  expect(counted('primary')).toEqual([1, 1, 1])
})

test('the tabs of one account count its inbox alone', async () => {
  const server = mailServer(['A1', 'A2'], ['inbox'])
  for (const accountId of ['A1', 'A2', 'A2']) server.arrive(accountId)
  const records = createRecords({ ...server, pause: () => Promise.resolve() })
  await records.accounts.load()
  const whole = { accountId: 'A2', mailboxId: server.inboxOf('A2') }
  const counts = createCategoryCounts(records, whole, () => ({}))
  await counts.refresh()
  expect(counts.all()?.[0]).toEqual({ category: 'primary', total: 2, unread: 2, fresh: 2 })
})
