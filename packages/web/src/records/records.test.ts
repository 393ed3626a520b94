import { describe, expect, test } from 'vitest'
import { createRecords, threadKey } from './index.ts'
import { mailServer, settled } from './mail/mail-server.fixture.ts'

async function client(count: number) {
  const server = mailServer(['A1', 'A2'], ['inbox', 'archive'])
  for (let n = 0; n < count; n += 1) server.arrive(n % 2 === 0 ? 'A1' : 'A2')
  const records = createRecords({ ...server, pause: () => Promise.resolve() })
  await records.accounts.load()
  const list = records.list({ role: 'inbox' })
  list.look(0, 9)
  await settled()
  const tell = async (accountId: string) => {
    records.changed({ '@type': 'StateChange', changed: { [accountId]: { Email: server.state() } } })
    await settled()
  }
  const subjectAt = (index: number) => {
    const entry = list.at(index)
    return entry && records.store.peekEmailsOf(entry).at(-1)?.subject
  }
  return { server, records, list, tell, subjectAt }
}

describe('the unified list', () => {
  test('shows all accounts newest first, hydrated in one request', async () => {
    const { server, list, subjectAt } = await client(3)
    expect([0, 1, 2].map(subjectAt)).toEqual(['Subject 3', 'Subject 2', 'Subject 1'])
    expect(list).toMatchObject({ total: 3, status: 'ready' })
    const queries = server.received.filter(({ body }) => JSON.stringify(body)?.includes('List/query'))
    expect(queries).toHaveLength(1)
  })

  test('asks for more only where it is looked at', async () => {
    const { list } = await client(200)
    expect(list.at(150)).toBeUndefined()
    list.look(150, 160)
    await settled()
    expect(list.at(150)).toBeDefined()
    expect(list.at(100)).toBeUndefined()
  })

  test('an empty inbox is ready, not loading', async () => {
    const { list } = await client(0)
    expect(list).toMatchObject({ total: 0, status: 'ready' })
  })

  test('a server that is away is said, and asked again on demand', async () => {
    const server = mailServer(['A1'], ['inbox'])
    server.arrive('A1')
    server.isDown = true
    const records = createRecords({ ...server, pause: () => Promise.resolve() })
    await records.accounts.load()
    const list = records.list({ role: 'inbox' })
    list.look(0, 9)
    await settled()
    expect(list.status).toBe('failed')
    server.isDown = false
    await list.refresh()
    expect(list).toMatchObject({ status: 'ready', total: 1 })
  })
})

describe('live changes', () => {
  test('a new message appears on top and nothing else moves relative to it', async () => {
    const { server, tell, list, subjectAt } = await client(3)
    const before = [0, 1, 2].map(subjectAt)
    server.arrive('A2')
    await tell('A2')
    expect([0, 1, 2, 3].map(subjectAt)).toEqual(['Subject 4', ...before])
    expect(list.total).toBe(4)
  })

  test('a flag set elsewhere is seen in what is held', async () => {
    const { server, tell, records } = await client(1)
    server.flag('M1', '$flagged')
    await tell('A1')
    expect(records.store.email('A1', 'M1')?.keywords).toEqual({ $flagged: true })
  })

  test('an answer in an open thread joins it', async () => {
    const { server, tell, records } = await client(1)
    server.arrive('A1', 'T1')
    await tell('A1')
    const ids = records.store.peekEmailsOf({ accountId: 'A1', threadId: 'T1' }).map(({ id }) => id)
    expect(ids).toEqual(['M1', 'M2'])
  })

  test('a list that is being asked for when something changes is asked for again', async () => {
    const { server, tell, list, subjectAt } = await client(1)
    const gate = server.hold()
    const asked = list.refresh()
    await settled()
    server.arrive('A1')
    const announced = tell('A1')
    await settled()
    gate.release()
    await Promise.all([asked, announced])
    expect(list.total).toBe(2)
    expect(subjectAt(0)).toBe('Subject 2')
  })

  test('a state this client already has costs nothing', async () => {
    const { server, tell } = await client(1)
    const before = server.received.length
    await tell('A1')
    expect(server.received).toHaveLength(before)
  })

  test('when the server no longer knows what changed, everything is read anew', async () => {
    const { server, tell, records, subjectAt } = await client(2)
    server.flag('M1', '$flagged')
    server.forgottenBefore = Number(server.state())
    await tell('A1')
    expect(records.store.email('A1', 'M1')?.keywords).toEqual({ $flagged: true })
    expect(subjectAt(0)).toBe('Subject 2')
  })

  test('what was missed while the server was away is caught up', async () => {
    const { server, tell, records, list } = await client(1)
    server.isDown = true
    server.arrive('A1')
    await tell('A1')
    expect(list.total).toBe(1)
    server.isDown = false
    await records.catchUp()
    expect(list.total).toBe(2)
  })

  test('an import moves its line and ends it', async () => {
    const { records } = await client(0)
    records.progressed({ job: 'import', accountId: 'A1', done: 5, total: 9, text: '' })
    expect(records.accounts.get('A1')?.import).toEqual({ done: 5, total: 9 })
    records.progressed({ job: 'import', accountId: 'A1', done: 9, total: 9, text: '' })
    expect(records.accounts.get('A1')?.import).toBeNull()
  })
})

describe('a local move', () => {
  test('takes the conversation off the list, and an answer begun before does not bring it back', async () => {
    const { server, records, list } = await client(3)
    const gate = server.hold()
    const refreshed = list.refresh()
    await settled()
    const pending = {
      accountId: 'A1',
      changes: new Map([['M3', { [`mailboxIds/${server.inboxOf('A1')}` as const]: null }]]),
    }
    records.store.apply(pending)
    expect(list.indexOf(threadKey({ accountId: 'A1', threadId: 'T3' }))).toBe(-1)
    gate.release()
    await refreshed
    expect(list.indexOf(threadKey({ accountId: 'A1', threadId: 'T3' }))).toBe(-1)
    expect(list.total).toBe(2)
    records.store.drop(pending, ['M3'])
    expect(list.indexOf(threadKey({ accountId: 'A1', threadId: 'T3' }))).toBe(0)
    expect(list.total).toBe(3)
  })
})
