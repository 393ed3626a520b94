import type { EmailSubmission } from '@plmail/wire'
import { describe, expect, test } from 'vitest'
import { mailServer, settled } from '../mail/mail-server.fixture.ts'
import { createSubmissions, type Outgoing } from './submissions.ts'

const message = {
  identityId: 'I1',
  emailId: 'M1',
  envelope: { mailFrom: { email: 'me@x.example' }, rcptTo: [{ email: 'ann@x.example' }] },
}

/** A server that sends: what is on its way by account, as it lists it. */
function sending(accountIds = ['A1']) {
  const server = mailServer(accountIds, ['inbox'])
  const onTheirWay = new Map<string, EmailSubmission & { accountId: string }>()
  const done = new Set<string>()
  const operations: unknown[] = []
  const refusal: { create?: { type: string } } = {}

  function add(accountId: string, emailId: string, sendAt = '2026-11-24T10:00:10Z'): EmailSubmission {
    const id = `S${String(onTheirWay.size + 1)}`
    const submission = {
      id,
      accountId,
      emailId,
      sendAt,
      undoStatus: 'pending',
      deliveryStatus: null,
    } as unknown as EmailSubmission & { accountId: string }
    onTheirWay.set(id, submission)
    return submission
  }

  server.teach('EmailSubmission/query', ({ accountId, filter }) => {
    const { emailIds } = filter as { emailIds: string[] }
    const ids = [...onTheirWay.values()]
      .filter((each) => each.accountId === accountId && emailIds.includes(each.emailId))
      .map(({ id }) => id)
    return { ids }
  })
  server.teach('EmailSubmission/get', ({ accountId, ids }) => ({
    list: [...onTheirWay.values()].filter(
      (each) => each.accountId === accountId && (ids === null || (ids as string[]).includes(each.id)),
    ),
  }))
  server.teach('EmailSubmission/set', ({ accountId, create, update, destroy, operation }) => {
    for (const id of (destroy as string[] | undefined) ?? []) onTheirWay.delete(id)
    if (create) {
      operations.push(operation)
      if (refusal.create) return { notCreated: { message: refusal.create } }
      const { emailId } = (create as { message: { emailId: string } }).message
      return { created: { message: add(accountId as string, emailId) } }
    }
    const notUpdated: Record<string, unknown> = {}
    for (const id of Object.keys((update as object | undefined) ?? {})) {
      const submission = onTheirWay.get(id)
      if (done.has(id) || !submission) notUpdated[id] = { type: 'cannotUnsend' }
      else onTheirWay.set(id, { ...submission, undoStatus: 'canceled' })
    }
    return { notUpdated }
  })
  const submissions = createSubmissions(server.jmap, () => Promise.resolve(accountIds))
  return { server, submissions, add, done, onTheirWay, operations, refusal }
}

describe('handing a draft over', () => {
  test('answers under which id it goes, and when', async () => {
    const { submissions } = sending()
    expect(await submissions.send('A1', message, 'op1')).toEqual({
      kind: 'sending',
      id: 'S1',
      sendAt: new Date('2026-11-24T10:00:10Z'),
    })
  })

  test('a second time after a lost answer finds it on its way, and sends nothing twice', async () => {
    const { server, submissions, operations } = sending()
    server.losesAnswers = true
    expect(await submissions.send('A1', message, 'op1')).toEqual({ kind: 'unreachable' })
    server.losesAnswers = false
    await submissions.send('A1', message, 'op1')
    const again = await submissions.send('A1', message, 'op1')
    expect(again).toMatchObject({ kind: 'sending', id: 'S1' })
    expect(operations).toEqual(['op1'])
  })

  test('once more is possible after it was taken back', async () => {
    const { submissions, onTheirWay } = sending()
    await submissions.send('A1', message, 'op1')
    await submissions.cancel('A1', 'S1')
    expect(await submissions.send('A1', message, 'op2')).toMatchObject({ kind: 'sending', id: 'S2' })
    expect(onTheirWay.get('S1')?.undoStatus).toBe('canceled')
  })

  test('is refused with the server’s reason', async () => {
    const { submissions, refusal } = sending()
    refusal.create = { type: 'tooManyRecipients' }
    expect(await submissions.send('A1', message, 'op1')).toEqual({
      kind: 'refused',
      why: { type: 'tooManyRecipients' },
    })
  })

  test('reaches nobody without a network, and hands nothing over', async () => {
    const { server, submissions, operations } = sending()
    server.isDown = true
    expect(await submissions.send('A1', message, 'op1')).toEqual({ kind: 'unreachable' })
    expect(operations).toEqual([])
  })
})

describe('taking a message back', () => {
  test('works while it waits', async () => {
    const { submissions, add } = sending()
    add('A1', 'M1')
    expect(await submissions.cancel('A1', 'S1')).toBe('canceled')
  })

  test('comes too late once it has gone', async () => {
    const { submissions, add, done } = sending()
    add('A1', 'M1')
    done.add('S1')
    expect(await submissions.cancel('A1', 'S1')).toBe('too-late')
  })

  test('is not known to have worked where no answer came', async () => {
    const { server, submissions, add } = sending()
    add('A1', 'M1')
    server.isDown = true
    expect(await submissions.cancel('A1', 'S1')).toBe('unreachable')
  })
})

describe('the list of what goes out', () => {
  test('is of all accounts, newest first, with the messages that are still here', async () => {
    const { server, submissions, add } = sending(['A1', 'A2'])
    const emailId = server.arrive('A1')
    add('A1', emailId, '2026-11-24T10:00:00Z')
    add('A2', 'gone', '2026-11-24T12:00:00Z')
    expect(await submissions.load()).toBe(true)
    expect(submissions.all()?.map(({ accountId, email }) => [accountId, email?.id])).toEqual([
      ['A2', undefined],
      ['A1', emailId],
    ])
  })

  test('has nothing that was taken back', async () => {
    const { submissions, add } = sending()
    add('A1', 'M1')
    await submissions.cancel('A1', 'S1')
    await submissions.load()
    expect(submissions.all()).toEqual([])
  })

  test('stays what it was where one account cannot be asked', async () => {
    const { server, submissions, add } = sending(['A1', 'A2'])
    add('A1', 'M1')
    await submissions.load()
    add('A1', 'M2')
    server.isDown = true
    expect(await submissions.load()).toBe(false)
    expect(submissions.all()).toHaveLength(1)
  })

  test('forgets one that is over', async () => {
    const { submissions, add } = sending()
    add('A1', 'M1')
    await submissions.load()
    expect(await submissions.forget('A1', 'S1')).toBe(true)
    expect(submissions.all()).toEqual([])
  })

  test('is told to who listens, until they stop', async () => {
    const { submissions, add } = sending()
    const heard: number[] = []
    const stop = submissions.listen((all: readonly Outgoing[]) => void heard.push(all.length))
    add('A1', 'M1')
    await submissions.load()
    stop()
    await submissions.load()
    expect(heard).toEqual([1])
  })
})

describe('news from the server', () => {
  const news = (type: string) => ({ '@type': 'StateChange' as const, changed: { A1: { [type]: '2' } } })

  test('of what goes out asks for it anew', async () => {
    const { submissions, add } = sending()
    await submissions.load()
    add('A1', 'M1')
    submissions.changed(news('EmailSubmission'))
    await settled()
    expect(submissions.all()).toHaveLength(1)
  })

  test('of anything else asks for nothing', async () => {
    const { server, submissions } = sending()
    await submissions.load()
    const before = server.received.length
    submissions.changed(news('Mailbox'))
    await settled()
    expect(server.received).toHaveLength(before)
  })

  test('asks for nothing that nobody has looked at', async () => {
    const { server, submissions } = sending()
    submissions.changed(news('EmailSubmission'))
    await settled()
    expect(server.received).toEqual([])
  })
})
