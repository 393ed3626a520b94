import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  deliver,
  disagreements,
  type MessageToDeliver,
  mailOfEachTest,
  newAccount,
  partition,
} from '../../../../server-testing/src/mail/test-mail.ts'

const { room, account } = mailOfEachTest()
let inbox: MessageToDeliver['boxes']

beforeEach(async () => {
  inbox = [account.boxes.inbox]
})

const arrive = (messages: Array<Omit<MessageToDeliver, 'boxes'>>) =>
  deliver(
    room,
    account.id,
    messages.map((message) => ({ boxes: inbox, ...message })),
  )
const threads = () => partition(room, account.id)

describe('messages that name each other', () => {
  test('are one thread however they arrive', async () => {
    await arrive([{ id: 'a' }])
    await arrive([{ id: 'b', inReplyTo: 'a' }])
    await arrive([{ id: 'c', references: ['a', 'b'] }, { id: 'other' }])
    expect(await threads()).toEqual([['a', 'b', 'c'], ['other']])
  })

  test('are one thread when only a third, never received, is named by both', async () => {
    await arrive([{ id: 'b', references: ['a'] }])
    await arrive([{ id: 'c', references: ['a'] }])
    expect(await threads()).toEqual([['b', 'c']])
  })

  test('a conversation longer than the references kept stays one thread', async () => {
    const chain = Array.from({ length: 120 }, (_, n) => `m${n}`)
    const messages = chain.map((id, n) => ({ id, references: chain.slice(0, n), at: n }))
    for (const message of messages.toReversed().slice(0, 60)) await arrive([message])
    await arrive(messages.slice(0, 60))
    expect(await threads()).toHaveLength(1)
  })

  test('the same Message-IDs in another account are another thread', async () => {
    const second = await newAccount(room)
    await arrive([{ id: 'a' }])
    await deliver(room, second.id, [{ id: 'b', inReplyTo: 'a', boxes: [second.boxes.inbox] }])
    expect(await threads()).toEqual([['a']])
    expect(await partition(room, second.id)).toEqual([['b']])
  })

  test('messages without any Message-ID are threads of their own', async () => {
    await arrive([{ subject: 'one' }, { subject: 'two' }, {}])
    expect(await threads()).toHaveLength(3)
  })
})

describe('two threads that turn out to be one', () => {
  test('the smaller one’s messages get new ids, and clients are told so', async () => {
    const [first, second] = await arrive([{ id: 'a' }, { id: 'b', inReplyTo: 'a' }])
    const [late] = await arrive([{ id: 'd', inReplyTo: 'c' }])
    const before = await room.changes.state(account.id)
    const [bridge] = await arrive([{ id: 'c', inReplyTo: 'b' }])
    expect(await threads()).toEqual([['a', 'b', 'c', 'd']])
    const emails = await room.changes.since(account.id, 'Email', before, 50)
    if (emails === 'cannot-calculate') throw new Error('expected changes')
    expect(emails.destroyed).toEqual([late])
    expect(emails.created).toContain(bridge)
    const renamed = emails.created.find((id) => id !== bridge)
    const changed = await room.changes.since(account.id, 'Thread', before, 50)
    expect(changed).toMatchObject({ created: [] })
    if (changed === 'cannot-calculate') throw new Error('expected changes')
    const [survivor] = changed.updated
    expect(changed.destroyed).toHaveLength(1)
    const { found: members } = await room.mail.read.threads(account.id, [survivor as never])
    expect([...members.values()].flat().toSorted()).toEqual([first, second, bridge, renamed].toSorted())
    const rows = await room.mail.read.emails(account.id, [renamed as never, late!], true)
    expect(rows).toHaveLength(1)
    expect(rows[0]!.structure).not.toBeNull()
    expect(await disagreements(room, account.id)).toEqual([])
  })

  test('a batch can join several threads at once', async () => {
    for (const id of ['a', 'b', 'c']) await arrive([{ id }])
    await arrive([
      { id: 'x', references: ['a', 'b'] },
      { id: 'y', references: ['c', 'x'] },
    ])
    expect(await threads()).toEqual([['a', 'b', 'c', 'x', 'y']])
    expect(await disagreements(room, account.id)).toEqual([])
  })

  test('what a merge renamed can still be undone', async () => {
    const [, lone] = await arrive([{ id: 'a' }, { id: 'c', inReplyTo: 'b' }])
    await arrive([{ id: 'a2', inReplyTo: 'a' }])
    const patch = new Map([[lone!, { keywords: new Map([['$flagged', true]]) }]])
    const actor = { kind: 'user' as const, userId: room.user }
    const done = await room.mail.actions.update(actor, account.id, 'star', patch)
    if (done === 'state-mismatch' || !done.journalId) throw new Error('expected a journal entry')
    await arrive([{ id: 'b', inReplyTo: 'a2' }])
    const undone = await room.mail.actions.undo(room.user, done.journalId)
    if (!undone.ok) throw new Error(undone.why)
    expect(undone.skipped).toEqual([])
    const [row] = await room.mail.read.emails(account.id, undone.restored, false)
    expect(row).toMatchObject({ keywords: [], summary: expect.stringContaining('"c"') as string })
    expect(undone.restored).not.toEqual([lone])
  })
})

describe('a reply that names no parent', () => {
  const day = 24 * 60

  test.each([['oldest first'], ['newest first'], ['in one batch']])(
    'joins by its subject: %s',
    async (order) => {
      const messages = [
        { id: 'a', subject: 'Lunch' },
        { id: 'b', subject: 'RE: lunch', at: day },
      ]
      if (order === 'newest first') messages.reverse()
      if (order === 'in one batch') await arrive(messages)
      else for (const message of messages) await arrive([message])
      expect(await threads()).toEqual([['a', 'b']])
    },
  )

  test.each([['oldest first'], ['newest first'], ['in one batch']])(
    'joins the nearest before it, not all of the same subject: %s',
    async (order) => {
      const messages = [
        { id: 'a', subject: 'Invoice' },
        { id: 'b', subject: 'Invoice', at: 10 * day },
        { id: 'c', subject: 'Re: Invoice', at: 11 * day },
      ]
      if (order === 'newest first') messages.reverse()
      if (order === 'in one batch') await arrive(messages)
      else for (const message of messages) await arrive([message])
      expect(await threads()).toEqual([['a'], ['b', 'c']])
    },
  )

  test.each([
    ['without a reply prefix', { subject: 'Lunch' }],
    ['after more than 30 days', { at: 31 * day }],
    ['from somebody who had no part in it', { from: 'eve@example.test' }],
    ['with another subject', { subject: 'Re: Dinner' }],
    ['when a parent is named that is another', { inReplyTo: 'elsewhere' }],
  ])('does not join %s', async (_, difference) => {
    await arrive([{ id: 'a', subject: 'Lunch' }])
    await arrive([{ id: 'b', subject: 'Re: Lunch', at: day, ...difference }])
    expect(await threads()).toEqual([['a'], ['b']])
  })

  test('an empty subject joins nothing', async () => {
    await arrive([
      { id: 'a', subject: '' },
      { id: 'b', subject: 'Re:' },
    ])
    expect(await threads()).toEqual([['a'], ['b']])
  })
})

test('any order of arrival in any batches gives the same threads', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(conversations(), async ({ messages, batches }) => {
      const expected = components(messages)
      const one = await newAccount(room)
      let rest = messages.map((message) => ({ ...message, boxes: [one.boxes.inbox] }))
      for (const size of batches) {
        await deliver(room, one.id, rest.slice(0, size))
        rest = rest.slice(size)
      }
      await deliver(room, one.id, rest)
      expect(await partition(room, one.id)).toEqual(expected)
      expect(await disagreements(room, one.id)).toEqual([])
    }),
    { numRuns: 40 },
  )
})

/** A forest of replies, shuffled and cut into batches; some messages never arrive, some name only their parent. */
function conversations() {
  return fc
    .array(fc.record({ parent: fc.nat(), isLost: fc.boolean(), isShort: fc.boolean() }), {
      minLength: 1,
      maxLength: 14,
    })
    .chain((nodes) => {
      const messages = nodes.flatMap(({ isLost, isShort }, n) => {
        const up = ancestors(nodes, n)
        if (isLost && n > 0) return []
        const subject = up.length > 0 ? 'Re: same' : 'same'
        const references = isShort ? up.slice(-1) : up
        return [{ id: `m${String(n).padStart(2, '0')}`, references, subject, at: n }]
      })
      const order = fc.shuffledSubarray(messages, { minLength: messages.length })
      return fc.record({
        messages: order,
        batches: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 6 }),
      })
    })
}

/** Node n answers an earlier one, or begins a conversation when `parent` says so. */
function ancestors(nodes: ReadonlyArray<{ parent: number }>, n: number): string[] {
  const up = nodes[n]!.parent % (n + 1)
  return up === n ? [] : [...ancestors(nodes, up), `m${String(up).padStart(2, '0')}`]
}

/** The definition of a thread, without any order: whoever mentions a common id belongs together. */
function components(messages: ReadonlyArray<{ id: string; references: string[] }>): string[][] {
  let groups = messages.map(({ id, references }) => ({ names: [id], ids: new Set([id, ...references]) }))
  for (let merged = true; merged;) {
    merged = false
    for (const group of groups) {
      const otherGroup = groups.find((one) => one !== group && [...one.ids].some((id) => group.ids.has(id)))
      if (!otherGroup) continue
      group.names.push(...otherGroup.names)
      for (const id of otherGroup.ids) group.ids.add(id)
      groups = groups.filter((candidate) => candidate !== otherGroup)
      merged = true
      break
    }
  }
  return groups.map((group) => group.names.sort()).sort((a, b) => (a[0]! < b[0]! ? -1 : 1))
}
