import { describe, expect, test } from 'vitest'
import { createFolders } from '../mail/folders.ts'
import { createRecords } from '../index.ts'
import { listSource } from './list-sources.ts'
import { createThreadList } from './list.ts'
import { mailServer, settled } from '../mail/mail-server.fixture.ts'
import { createStore } from '../mail/store.ts'

async function client(count: number, looksAt = 9) {
  const server = mailServer(['A1'], ['inbox', 'archive'])
  for (let n = 0; n < count; n += 1) server.arrive('A1')
  const waiting: (() => void)[] = []
  const records = createRecords({
    ...server,
    pause: () => Promise.resolve(),
    after: (_ms, task) => void waiting.push(task),
  })
  await records.accounts.load()
  const list = records.list({ role: 'inbox' })
  list.look(0, looksAt)
  await settled()
  const tell = async () => {
    records.changed({ '@type': 'StateChange', changed: { A1: { Email: server.state() } } })
    await settled()
  }
  const timePasses = async () => {
    for (const task of waiting.splice(0)) task()
    await settled()
  }
  const keywordsOf = (id: string) => records.store.email('A1', id)?.keywords
  return { server, records, list, tell, timePasses, keywordsOf }
}

describe('an answer that comes late', () => {
  test('does not hide what was told since', async () => {
    const { server, records, tell, keywordsOf } = await client(1)
    const gate = server.hold()
    const loading = records.reading.loadThread({ accountId: 'A1', threadId: 'T1' })
    await settled()
    gate.passOthers()
    server.flag('M1', '$flagged')
    await tell()
    expect(keywordsOf('M1')).toEqual({ $flagged: true })
    gate.release()
    await loading
    await settled()
    expect(keywordsOf('M1')).toEqual({ $flagged: true })
  })

  test('about mail that was not here is not taken for what is so now', async () => {
    const { server, records, tell, keywordsOf } = await client(100)
    const gate = server.hold()
    const loading = records.reading.loadThread({ accountId: 'A1', threadId: 'T1' })
    await settled()
    gate.passOthers()
    server.flag('M1', '$flagged')
    await tell()
    expect(keywordsOf('M1')).toBeUndefined()
    gate.release()
    await loading
    await settled()
    expect(keywordsOf('M1')).toEqual({ $flagged: true })
  })

  test('does not bring back mail that is gone', async () => {
    const { server, records, tell } = await client(100)
    const gate = server.hold()
    const ref = { accountId: 'A1', threadId: 'T1' }
    const loading = records.reading.loadThread(ref)
    await settled()
    gate.passOthers()
    server.destroy('M1')
    await tell()
    gate.release()
    await loading
    await settled()
    expect(records.store.peekEmailsOf(ref)).toEqual([])
  })

  test('with folders does not hide the counts that were told since', async () => {
    const { server, records, tell } = await client(1)
    const inbox = () => records.store.mailboxWithRole('A1', 'inbox')?.unreadThreads
    const gate = server.hold()
    const made = createFolders(server.jmap, records.store).create('A1', { name: 'Work' })
    await settled()
    gate.release()
    const second = server.hold()
    await settled()
    second.passOthers()
    server.flag('M1', '$seen')
    await tell()
    expect(inbox()).toBe(0)
    second.release()
    await made
    await settled()
    expect(inbox()).toBe(0)
  })
})

test('what was told before the folders were is no newer than it was', async () => {
  const server = mailServer(['A1'], ['inbox'])
  for (let n = 0; n < 100; n += 1) server.arrive('A1')
  const records = createRecords({ ...server, pause: () => Promise.resolve() })
  server.isFailing = true
  await records.accounts.load()
  await settled()
  server.isFailing = false
  await records.reading.loadThread({ accountId: 'A1', threadId: 'T1' })
  server.flag('M1', '$flagged')
  records.changed({ '@type': 'StateChange', changed: { A1: { Email: server.state() } } })
  await settled()
  expect(records.store.email('A1', 'M1')?.keywords).toEqual({ $flagged: true })
})

describe('what was changed here', () => {
  const star = () => ({
    accountId: 'A1',
    changes: new Map([['M1', { 'keywords/$flagged': true as const }]]),
  })

  test('and taken back by somebody else before we hear that it is done, stays taken back', async () => {
    const { server, records, tell, keywordsOf } = await client(1)
    const starring = star()
    records.store.apply(starring)
    server.flag('M1', '$flagged')
    const state = server.state()
    server.flag('M1', '$flagged', false)
    await tell()
    expect(keywordsOf('M1')).toEqual({ $flagged: true })
    records.store.confirm(starring, ['M1'], state)
    await settled()
    expect(keywordsOf('M1')).toEqual({})
  })

  test('and named again after a lost answer does not hide what others did since', async () => {
    const { server, records, tell, keywordsOf } = await client(2)
    const starring = star()
    records.store.apply(starring)
    server.flag('M1', '$flagged')
    server.flag('M1', '$flagged', false)
    await tell()
    server.flag('M2', '$seen')
    // The answer to a repeated deed tells the state of that moment.
    records.store.confirm(starring, ['M1'], server.state())
    await settled()
    expect(keywordsOf('M1')).toEqual({})
  })

  test('does not make what others did to the same message go unseen', async () => {
    const { server, records, keywordsOf } = await client(100)
    await records.reading.loadThread({ accountId: 'A1', threadId: 'T1' })
    const starring = star()
    records.store.apply(starring)
    server.flag('M1', '$flagged')
    const state = server.state()
    server.flag('M1', '$seen')
    const gate = server.hold('Thread/get')
    records.changed({ '@type': 'StateChange', changed: { A1: { Email: server.state() } } })
    await settled()
    records.store.confirm(starring, ['M1'], state)
    gate.release()
    await settled()
    expect(keywordsOf('M1')).toEqual({ $flagged: true, $seen: true })
  })
})

describe('a server in trouble', () => {
  test('that cannot answer now takes nothing off the screen', async () => {
    const { server, records, list, tell, timePasses, keywordsOf } = await client(1)
    server.flag('M1', '$flagged')
    server.isFailing = true
    await tell()
    expect(records.store.peekMailboxes('A1')).toHaveLength(2)
    expect([list.total, keywordsOf('M1')]).toEqual([1, {}])
    server.isFailing = false
    await timePasses()
    expect(keywordsOf('M1')).toEqual({ $flagged: true })
  })

  test('that has forgotten what changed and goes away keeps what is here until it is back', async () => {
    const { server, records, tell, timePasses, keywordsOf } = await client(1)
    server.flag('M1', '$flagged')
    server.forgottenBefore = Number(server.state())
    const gate = server.hold()
    const announced = tell()
    await settled()
    server.isDown = true
    gate.release()
    await announced
    expect(records.store.peekMailboxes('A1')).toHaveLength(2)
    server.isDown = false
    await timePasses()
    expect(records.store.peekMailboxes('A1')).toHaveLength(2)
    expect(keywordsOf('M1')).toEqual({ $flagged: true })
  })

  test('is asked again by itself, though no event comes', async () => {
    const { server, list, tell, timePasses, keywordsOf } = await client(1)
    server.losesAnswers = true
    server.flag('M1', '$flagged')
    server.arrive('A1')
    await tell()
    server.losesAnswers = false
    await timePasses()
    expect([list.total, keywordsOf('M1')]).toEqual([2, { $flagged: true }])
  })

  test('is asked for the folders of an account until it has told them', async () => {
    const server = mailServer(['A1'], ['inbox'])
    server.isDown = true
    const waiting: (() => void)[] = []
    const records = createRecords({
      ...server,
      pause: () => Promise.resolve(),
      after: (_ms, task) => void waiting.push(task),
    })
    await records.accounts.load()
    await settled()
    server.isDown = false
    expect(records.store.peekMailboxes('A1')).toHaveLength(0)
    for (const task of waiting.splice(0)) task()
    await settled()
    expect(records.store.peekMailboxes('A1')).toHaveLength(1)
    server.arrive('A1')
    records.changed({ '@type': 'StateChange', changed: { A1: { Email: server.state() } } })
    await settled()
    expect(records.store.mailboxWithRole('A1', 'inbox')?.unreadThreads).toBe(1)
  })
})

test('more changes at once than one request may ask about are all seen', async () => {
  const { server, records, tell, keywordsOf } = await client(1_100)
  const { store } = records
  const list = structuredClone(server.listed([server.inboxOf('A1')]))
  store.putEmails('A1', { list, state: server.state() }, store.mark())
  for (const { id } of list) server.flag(id, '$seen')
  await tell()
  const unseen = list.filter(({ id }) => !keywordsOf(id)?.['$seen'])
  expect([list.length, unseen]).toEqual([1_100, []])
})

test('conversations that were let go of while others were looked at are asked for again', async () => {
  const server = mailServer(['A1'], ['inbox'])
  for (let n = 0; n < 300; n += 1) server.arrive('A1')
  const store = createStore(100)
  const list = createThreadList(
    store,
    listSource({ jmap: server.jmap, store }, { role: 'inbox' }, () => Promise.resolve(['A1'])),
  )
  for (const first of [0, 60, 120, 180, 240, 0]) {
    list.look(first, first + 20)
    await settled()
  }
  expect(
    list
      .entries()
      .slice(0, 20)
      .filter((entry) => store.peekEmailsOf(entry).length === 0),
  ).toEqual([])
})

describe('long conversations', () => {
  async function withLongOnes() {
    const server = mailServer(['A1', 'A2'], ['inbox'])
    for (let n = 0; n < 2_400; n += 1) server.arrive('A1', `T${String(n % 40)}`)
    const records = createRecords({ ...server, pause: () => Promise.resolve() })
    await records.accounts.load()
    return { server, records }
  }

  test('of which there are more messages than one answer gives are listed whole', async () => {
    const { records } = await withLongOnes()
    const list = records.list({ role: 'inbox' })
    list.look(0, 39)
    await expect.poll(() => list.total).toBe(40)
    expect(list.entries().map((entry) => records.store.peekEmailsOf(entry).length)).toEqual(
      Array.from({ length: 40 }, () => 60),
    )
  })

  test('that a search finds are found whole, as far down as there are any', async () => {
    const { records } = await withLongOnes()
    const list = records.list({ role: 'all', query: 'dinner' })
    list.look(0, 39)
    await expect.poll(() => list.total).toBe(40)
    expect(list.entries().map((entry) => records.store.peekEmailsOf(entry).length)).toEqual(
      Array.from({ length: 40 }, () => 60),
    )
  })
})

test('after a gap everybody who listens hears that anything may have changed', async () => {
  const { records } = await client(0)
  const heard: string[] = []
  records.context.listen((news) => {
    if (news.kind === 'state') heard.push(...Object.values(news.change.changed).flatMap(Object.keys))
  })
  await records.catchUp()
  expect(heard).toEqual(expect.arrayContaining(['Rule', 'SavedSearch', 'ContactCard']))
})
