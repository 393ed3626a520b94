import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { createRecords, type Pending } from '../index.ts'
import { joined } from './disk-source.ts'
import { mailServer, settled, type MailServer } from '../mail/mail-server.fixture.ts'
import { memoryDisk } from '../mail/memory-disk.fixture.ts'

/** A client on this device, begun with what the one before has left. */
async function visit(server: MailServer, disk: ReturnType<typeof memoryDisk>) {
  const records = createRecords({ ...server, pause: () => Promise.resolve(), disk, idly: queueMicrotask })
  const start = await disk.start()
  if (start?.accounts) records.restore(start)
  void records.accounts.load()
  const list = records.list({ role: 'inbox' })
  list.look(0, 9)
  await settled()
  await records.flush()
  const subjects = () =>
    Array.from({ length: list.total }, (_, index) => {
      const entry = list.at(index)
      return entry && records.store.peekEmailsOf(entry).at(-1)?.subject
    })
  return { records, list, subjects }
}

const calls = (server: MailServer) =>
  server.received.flatMap(({ body }) =>
    ((body as { methodCalls?: [string][] })?.methodCalls ?? []).map(([name]) => name),
  )

async function visited(count: number) {
  const server = mailServer(['A1'], ['inbox', 'archive'])
  for (let n = 0; n < count; n += 1) server.arrive('A1')
  const disk = memoryDisk()
  await visit(server, disk)
  return { server, disk }
}

describe('a start from the disk', () => {
  test('shows the inbox while the server is away, and scrolls through what is kept', async () => {
    const { server, disk } = await visited(3)
    server.isDown = true
    const { subjects, list } = await visit(server, disk)
    expect(subjects()).toEqual(['Subject 3', 'Subject 2', 'Subject 1'])
    expect([list.status, list.isPart]).toEqual(['ready', false])
  })

  test('of a long list has its beginning, and says so until the server answers', async () => {
    const { server, disk } = await visited(80)
    server.isDown = true
    const { list, subjects } = await visit(server, disk)
    await list.refresh()
    expect([list.isPart, list.total < 80, subjects()[0]]).toEqual([true, true, 'Subject 80'])
    server.isDown = false
    await list.refresh()
    expect([list.isPart, list.total]).toEqual([false, 80])
  })

  test('goes on by what changed since, without reading folders anew', async () => {
    const { server, disk } = await visited(2)
    server.arrive('A1')
    server.flag('M1', '$flagged')
    const before = server.received.length
    const { subjects, records } = await visit(server, disk)
    expect(subjects()).toEqual(['Subject 3', 'Subject 2', 'Subject 1'])
    expect(records.store.email('A1', 'M1')?.keywords).toEqual({ $flagged: true })
    const later = calls({ ...server, received: server.received.slice(before) })
    expect(later).toContain('Email/changes')
    expect(later.slice(0, 2)).not.toContain('Mailbox/get')
  })

  test('what a local change hides stays hidden, whatever the disk says', async () => {
    const { server, disk } = await visited(2)
    server.isDown = true
    const records = createRecords({ ...server, pause: () => Promise.resolve(), disk })
    const start = await disk.start()
    records.store.apply({
      accountId: 'A1',
      changes: new Map([['M2', { [`mailboxIds/${server.inboxOf('A1')}` as const]: null }]]),
    })
    if (start) records.restore(start)
    const list = records.list({ role: 'inbox' })
    list.look(0, 9)
    await settled()
    expect([list.total, list.at(0)?.threadId]).toEqual([1, 'T1'])
  })
})

describe('what is kept', () => {
  test('of mail that is not held in memory is never older than its state', async () => {
    const { server, disk } = await visited(3)
    // A client that looks at nothing hears that M1 was flagged.
    const records = createRecords({ ...server, pause: () => Promise.resolve(), disk, idly: queueMicrotask })
    const start = await disk.start()
    if (start) records.restore(start)
    await settled()
    server.flag('M1', '$flagged')
    records.changed({ '@type': 'StateChange', changed: { A1: { Email: server.state() } } })
    await settled()
    await records.flush()
    expect(disk.keptThreads()).toEqual(['A1/T2', 'A1/T3'])
    expect((await disk.start())?.states.get('A1')).toBe(server.state())
  })

  test('is what the server told, not what was decided here and may yet be refused', async () => {
    const { server, disk } = await visited(1)
    const { records } = await visit(server, disk)
    records.store.apply({ accountId: 'A1', changes: new Map([['M1', { 'keywords/$flagged': true }]]) })
    await records.flush()
    expect((await disk.threads(['A1/T1']))[0]?.emails[0]?.keywords).toEqual({})
  })
})

describe('a page that goes', () => {
  /** A window that writes nothing by itself. */
  async function busy(server: MailServer, disk: ReturnType<typeof memoryDisk>) {
    const records = createRecords({
      ...server,
      pause: () => Promise.resolve(),
      disk,
      idly: () => undefined,
    })
    const start = await disk.start()
    if (start) records.restore(start)
    records.list({ role: 'inbox' }).look(0, 9)
    await settled()
    return records
  }
  const seen: Pending = { accountId: 'A1', changes: new Map([['M1', { 'keywords/$seen': true }]]) }
  const keptKeywords = async (disk: ReturnType<typeof memoryDisk>) => {
    await disk.start()
    return (await disk.threads(['A1/T1']))[0]?.emails[0]?.keywords
  }

  test('keeps as read what the server has confirmed a moment before', async () => {
    const { server, disk } = await visited(1)
    const { store, leave } = await busy(server, disk)
    store.apply(seen)
    store.confirm(seen, ['M1'])
    expect(await keptKeywords(disk)).toEqual({})
    leave()
    expect(await keptKeywords(disk)).toEqual({ $seen: true })
  })

  test('puts down also what was on its way to the disk, and nothing when nothing is', async () => {
    const { server, disk } = await visited(1)
    const { store, leave, flush } = await busy(server, disk)
    await flush()
    const left = vi.spyOn(disk, 'leave')
    leave()
    expect(left).not.toHaveBeenCalled()
    vi.spyOn(disk, 'save').mockReturnValueOnce(new Promise(() => undefined))
    server.flag('M1', '$seen')
    store.apply(seen)
    store.confirm(seen, ['M1'])
    void flush()
    await settled()
    leave()
    expect(await keptKeywords(disk)).toEqual({ $seen: true })
  })

  test('keeps a conversation whose changes are being fetched', async () => {
    const { server, disk } = await visited(1)
    const { store, changed, flush, leave } = await busy(server, disk)
    store.apply(seen)
    server.flag('M1', '$seen')
    store.confirm(seen, ['M1'], server.state())
    await flush()
    const { send } = server.jmap
    vi.spyOn(server.jmap, 'send').mockImplementation((batch) =>
      batch.calls[0]?.[0] === 'Email/changes' ? send(batch) : new Promise(() => undefined),
    )
    changed({ '@type': 'StateChange', changed: { A1: { Email: server.state() } } })
    await settled()
    leave()
    expect(await keptKeywords(disk)).toEqual({ $seen: true })
  })

  test('leaves what was only decided here to the outbox', async () => {
    const { server, disk } = await visited(1)
    const { store, leave } = await busy(server, disk)
    store.apply(seen)
    leave()
    expect(await keptKeywords(disk)).toEqual({})
  })
})

test('the kept beginning of a list is the list, whatever pages of it came', () => {
  const entry = (n: number) => ({
    accountId: 'A1',
    threadId: `T${String(n)}`,
    emailId: `M${String(n)}`,
    newestAt: String(n).padStart(4, '0'),
  })
  const ages = fc.uniqueArray(fc.nat(60), { maxLength: 40 })
  const places = fc.array(fc.tuple(fc.nat(45), fc.integer({ min: 1, max: 12 })), { maxLength: 8 })
  fc.assert(
    fc.property(ages, ages, places, (before, after, pages) => {
      const list = (all: number[]) => all.toSorted((a, b) => b - a).map(entry)
      const [old, now] = [list(before), list(after)]
      let entries: ReturnType<typeof list> = old
      const ask = (position: number, limit: number) => {
        const page = { entries: now.slice(position, position + limit), total: now.length }
        entries = [...joined(entries, page, position, limit)]
      }
      for (const [position, limit] of pages) ask(position, limit)
      // Read from the top to the end, nothing of the old is left.
      for (let position = 0; position === 0 || position < now.length; position += 7) ask(position, 7)
      expect(entries).toEqual(now)
    }),
  )
})
