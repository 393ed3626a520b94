import { randomBytes } from 'node:crypto'
import { parseMessage, takeApart } from '@plmail/mail-format'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Fault } from '../../../../emulators/src/faults/faults.ts'
import type { AccountSession } from '../contract/index.ts'
import { collectItems } from '../../../../server-testing/src/providers/contract/item-mirror.ts'
import {
  type MicrosoftForTests,
  microsoftForTests,
} from '../../../../server-testing/src/providers/microsoft/test-microsoft.ts'

const ada = 'ada@contoso.test'
const large = randomBytes(7_000_000)
const middling = randomBytes(1_000_000)

interface File {
  name: string
  bytes: Buffer
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/.{76}/g, '$&\r\n')

function mailWith(files: readonly File[], text = 'Here they are.', more: readonly string[] = []): Buffer {
  const part = ({ name, bytes }: File) =>
    [
      '--m',
      `Content-Type: application/pdf; name="${name}"`,
      'Content-Transfer-Encoding: base64',
      `Content-Disposition: attachment; filename="${name}"`,
      '',
      base64(bytes),
    ].join('\r\n')
  return Buffer.from(
    [
      `From: Ada <${ada}>`,
      'To: Bea <bea@elsewhere.test>',
      'Bcc: cleo@elsewhere.test',
      'Subject: Big files',
      'Message-ID: <big@contoso.test>',
      'In-Reply-To: <asked@elsewhere.test>',
      ...more,
      'Date: Sat, 21 Nov 2026 08:00:00 +0000',
      'Content-Type: multipart/mixed; boundary=m',
      '',
      '--m',
      'Content-Type: text/plain',
      '',
      text,
      ...files.map(part),
      '--m--',
      '',
    ].join('\r\n'),
  )
}

const files: File[] = [
  { name: 'one.pdf', bytes: large },
  { name: 'two.pdf', bytes: middling },
]

describe('a message too large for one request', () => {
  let emulated: MicrosoftForTests
  let session: AccountSession
  beforeEach(async () => {
    emulated = await microsoftForTests('large')
    emulated.microsoft.addAccount(ada)
    session = await emulated.open(ada)
  })
  afterEach(async () => {
    const problems = emulated.world.requests.problems()
    await emulated[Symbol.asyncDispose]()
    if (problems.length > 0) throw new Error(problems.join('\n'))
  })
  const truth = () => emulated.microsoft.account(ada).truth()
  const messagesIn = (place: string) => truth().messages.filter((message) => message.places.includes(place))
  const arm = (operation: string, fault: Fault) =>
    emulated.world.faults.arm({ operation: `graph.${operation}`, times: 1, fault })
  /** The Outbox is called as it is in the user's language. */
  const halves = () =>
    truth().messages.filter((message) =>
      message.places.some((place) => /^(outbox|postausgang)$/i.test(place)),
    )
  /** What the provider has of the only message in a place. */
  const filesIn = async (place: string) => {
    const [one] = messagesIn(place)
    const [fetched] = await collectItems(session.fetch([one?.id ?? '']))
    if (fetched?.kind !== 'message') throw new Error(`Nothing in ${place}`)
    const { parts } = takeApart(fetched.raw, 0)
    const same = (bytes: Buffer) => files.find((file) => file.bytes.equals(bytes))?.name
    return { names: parts.map((part) => same(part.bytes)), parsed: parseMessage(fetched.raw) }
  }

  test('is made in the Outbox, handed over when it is whole, and kept in Sent under its id', async () => {
    const atHandOver: number[] = []
    const sent = await session.send(mailWith(files), async () => {
      atHandOver.push(halves().length, truth().sent.length)
      return true
    })
    expect(atHandOver).toEqual([1, 0])
    expect(sent).toEqual({ outcome: 'taken' })
    expect(messagesIn('sent')).toHaveLength(1)
    expect(truth().sent).toMatchObject([
      { messageId: '<big@contoso.test>', recipients: ['bea@elsewhere.test', 'cleo@elsewhere.test'] },
    ])
    expect(truth().messages).toHaveLength(1)
    const { names, parsed } = await filesIn('sent')
    expect(names).toEqual(['one.pdf', 'two.pdf'])
    expect(parsed).toMatchObject({ subject: 'Big files', inReplyTo: ['asked@elsewhere.test'] })
  })

  test.each([
    ['before it arrives', 4, { kind: 'reset', when: 'before' }],
    ['after it arrived', 3, { kind: 'reset', when: 'after' }],
    ['by trouble at Microsoft', 4, { kind: 'status', status: 503 }],
    [
      'for a moment, by being told to wait',
      4,
      { kind: 'status', status: 429, headers: { 'retry-after': '0' } },
    ],
  ] as const)('goes on where a piece was cut %s', async (_when, pieces, fault) => {
    arm('upload.put', fault)
    expect(await session.send(mailWith(files))).toMatchObject({ outcome: 'taken' })
    const puts = () =>
      emulated.world.requests.all().filter((exchange) => exchange.operation === 'graph.upload.put').length
    expect(puts()).toBe(pieces)
    expect((await filesIn('sent')).names).toEqual(['one.pdf', 'two.pdf'])
  })

  test('is whole although the answer to its last piece was lost', async () => {
    const attachments = [{ name: 'one.pdf', bytes: large.subarray(0, 3_200_000) }]
    arm('upload.put', { kind: 'reset', when: 'after' })
    expect(await session.send(mailWith(attachments))).toMatchObject({ outcome: 'taken' })
    const { raw } = (await collectItems(session.fetch([messagesIn('sent')[0]?.id ?? ''])))[0] as {
      raw: Buffer
    }
    expect(takeApart(raw, 0).parts.map(({ bytes }) => bytes.equals(attachments[0]!.bytes))).toEqual([true])
  })

  test.each([
    ['posted whole up to 3 MB', 3_000_000, 0, 1],
    ['posted after all where Microsoft finds it too small for pieces', 3_050_000, 1, 1],
    ['uploaded in pieces above that', 3_200_000, 1, 0],
  ])('has a file %s', async (_how, size, sessions, posts) => {
    const attachments = [{ name: 'one.pdf', bytes: large.subarray(0, size) }]
    expect(await session.send(mailWith(attachments))).toEqual({ outcome: 'taken' })
    const getRequests = (operation: string) =>
      emulated.world.requests
        .all()
        .filter((request) => request.operation === `graph.attachments.${operation}`)
    expect([getRequests('createUploadSession').length, getRequests('create').length]).toEqual([
      sessions,
      posts,
    ])
    const [fetched] = await collectItems(session.fetch([messagesIn('sent')[0]?.id ?? '']))
    if (fetched?.kind !== 'message') throw new Error('No copy in Sent')
    expect(takeApart(fetched.raw, 0).parts.map(({ bytes }) => bytes.equals(attachments[0]!.bytes))).toEqual([
      true,
    ])
  })

  test('is not left to the request that drops it without a word', async () => {
    const middle = [{ name: 'two.pdf', bytes: randomBytes(1_500_000) }]
    expect(await session.send(mailWith(middle))).toEqual({ outcome: 'taken' })
    expect([truth().sent.length, messagesIn('sent').length]).toEqual([1, 1])
    const drafts = (await session.listMailboxes()).find(({ role }) => role === 'drafts')?.remoteId ?? ''
    await session.append([drafts], mailWith(middle), ['$draft', '$seen'], new Date())
    expect(messagesIn('drafts')).toHaveLength(1)
  })

  test('is called neither sent nor stored where Microsoft answers otherwise than documented', async () => {
    arm('sendMail', { kind: 'status', status: 200 })
    expect(await session.send(mailWith([]))).toMatchObject({ outcome: 'unknown' })
    arm('messages.create', { kind: 'status', status: 200 })
    const drafts = (await session.listMailboxes()).find(({ role }) => role === 'drafts')?.remoteId ?? ''
    const stored = session.append([drafts], mailWith([]), ['$draft'], new Date())
    await expect(stored).rejects.toMatchObject({ kind: 'malformed' })
    expect(truth()).toMatchObject({ messages: [], sent: [] })
  })

  test('leaves nothing behind when it cannot be made, and is not handed over', async () => {
    arm('attachments.createUploadSession', { kind: 'status', status: 500 })
    let handed = 0
    const send = () => session.send(mailWith(files), async () => ++handed > 0)
    await expect(send()).rejects.toMatchObject({ kind: 'busy' })
    expect([handed, truth().messages.length]).toEqual([0, 0])
    // Nor does a half that could not even be taken away stay for long.
    arm('attachments.createUploadSession', { kind: 'status', status: 500 })
    arm('messages.permanentDelete', { kind: 'status', status: 500 })
    await expect(send()).rejects.toMatchObject({ kind: 'busy' })
    expect(halves()).toHaveLength(1)
    expect(await send()).toMatchObject({ outcome: 'taken' })
    expect([handed, truth().messages.length, truth().sent.length]).toEqual([1, 1, 1])
  })

  test('goes nowhere when the hand-over says no, and it is not known what became of it when that is lost', async () => {
    expect(await session.send(mailWith(files), async () => false)).toEqual({ outcome: 'stopped' })
    expect(truth()).toMatchObject({ messages: [], sent: [] })
    arm('messages.send', { kind: 'reset', when: 'after' })
    expect(await session.send(mailWith(files))).toMatchObject({ outcome: 'unknown' })
    expect(truth().sent).toHaveLength(1)
  })

  test('is refused in words when it is the text that is large', async () => {
    expect(await session.send(mailWith([], 'x'.repeat(3_500_000)))).toEqual({
      outcome: 'refused',
      problem: { problem: 'mail-limit/microsoft-large' },
    })
  })

  test('is a draft in Drafts once it is whole', async () => {
    const drafts = (await session.listMailboxes()).find(({ role }) => role === 'drafts')?.remoteId ?? ''
    const { id } = await session.append([drafts], mailWith(files), ['$draft', '$seen'], new Date())
    expect(messagesIn('drafts')).toMatchObject([
      { id, keywords: expect.arrayContaining(['$draft']) as string[] },
    ])
    expect((await filesIn('drafts')).names).toEqual(['one.pdf', 'two.pdf'])
    expect(truth().messages).toHaveLength(1)
  })

  test('that is no draft is stored up to the size of a request, with its files and category', async () => {
    const inbox = (await session.listMailboxes()).find(({ role }) => role === 'inbox')?.remoteId ?? ''
    const { remoteId: project } = await session.createMailbox('Project', null)
    const at = new Date('2020-02-02T02:02:02Z')
    await session.append([project, 'category:Red'], mailWith([files[1]!]), [], at)
    expect(messagesIn('Project')).toMatchObject([{ keywords: ['Red'], receivedAt: at.toISOString() }])
    expect((await filesIn('Project')).names).toEqual(['two.pdf'])
    await expect(session.append([inbox], mailWith(files), [], at)).rejects.toMatchObject({
      kind: 'refused',
      problem: { problem: 'mail-limit/microsoft-largest' },
    })
    const signed = mailWith([]).toString().replace('multipart/mixed', 'multipart/signed')
    await expect(session.append([inbox], Buffer.from(signed), [], at)).rejects.toMatchObject({
      kind: 'refused',
      problem: { problem: 'mail-limit/microsoft-sealed' },
    })
    expect(messagesIn('inbox')).toEqual([])
  })
})
