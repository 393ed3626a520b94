import { emailWireId } from '@plmail/wire'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUnsubscribing, type OutgoingMessage } from '../../../mail/index.ts'
import type { MessageToDeliver } from '../../../../../server-testing/src/mail/test-mail.ts'
import { createOutboundPost } from '../../../safety/index.ts'
import { type JmapForTests, jmapForTests } from '../../../../../server-testing/src/jmap/test-jmap.ts'
import {
  newReceiver,
  type Receiver,
} from '../../../../../server-testing/src/jmap/core/push-subscription/push-receiver.ts'
import {
  type SendingForTests,
  sendingFor,
} from '../../../../../server-testing/src/jmap/mail/sending-behind-jmap.ts'

let rig: JmapForTests
/** The list's server. */
let list: Receiver
let sending: SendingForTests
const handedOver: OutgoingMessage[] = []
beforeAll(async () => {
  list = await newReceiver()
  rig = await jmapForTests({
    jmap: (room) => {
      sending = sendingFor(room, async (_account, message, beforeEnd) => {
        await beforeEnd(message.to)
        handedOver.push(message)
        return { outcome: 'answered', replies: new Map(message.to.map((to) => [to, '250 taken'])) }
      })
      const post = createOutboundPost({ ...list.way, reason: 'unsubscribe' })
      return { ...sending, unsubscribing: createUnsubscribing({ mail: room.mail, ...sending, post }) }
    },
  })
})
afterAll(async () => {
  await rig[Symbol.asyncDispose]()
  await list[Symbol.asyncDispose]()
})

const signed = [
  'Authentication-Results: mx.example.test; dkim=pass header.d=push.example',
  'DKIM-Signature: v=1; d=push.example; h=from:list-unsubscribe:list-unsubscribe-post; b=x',
  'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
]
let count = 0
async function delivered(headers: string[], more: Partial<MessageToDeliver> = {}): Promise<string> {
  const { inbox } = rig.ada.account.boxes
  const [id] = await rig.ada.deliver([{ headers, body: `${(count += 1)}`, boxes: [inbox], ...more }])
  return emailWireId.encode(id!)
}
async function unsubscribe(id: string) {
  const [answer] = await rig.ada.call(['Email/unsubscribe', { accountId: rig.ada.accountId, id }])
  return answer![1]
}
async function loadEmail(id: string) {
  const properties = ['unsubscribe', 'keywords']
  const [answer] = await rig.ada.call(['Email/get', { accountId: rig.ada.accountId, ids: [id], properties }])
  return (answer![1]['list'] as Array<Record<string, unknown>>)[0]!
}

describe('a list that takes a single click', () => {
  test('is left by one POST that tells nothing but the address', async () => {
    const url = 'https://push.example/leave?u=1'
    const id = await delivered([`List-Unsubscribe: <mailto:off@x.test>, <${url}>`, ...signed])
    expect(await loadEmail(id)).toMatchObject({
      unsubscribe: { by: 'oneClick', to: 'push.example', page: url },
    })
    expect(await unsubscribe(id)).toMatchObject({ id, outcome: 'oneClick', status: null })
    const [request, ...more] = list.received('/leave?u=1')
    expect(more).toEqual([])
    expect(request!.body.toString()).toBe('List-Unsubscribe=One-Click')
    expect(request!.headers).toMatchObject({ 'content-type': 'application/x-www-form-urlencoded' })
    expect(Object.keys(request!.headers)).not.toEqual(expect.arrayContaining(['cookie', 'referer']))
    expect((await loadEmail(id))['keywords']).toEqual({ $unsubscribed: true })
  })

  test.each([302, 404, 500])('that answers %i is not left, and says so', async (status) => {
    const id = await delivered([`List-Unsubscribe: <https://push.example/no/${status}>`, ...signed])
    list.answer(status, 1, { location: 'https://push.example/elsewhere' })
    expect(await unsubscribe(id)).toMatchObject({ outcome: 'refused', status })
    expect(list.received('/elsewhere')).toEqual([])
    expect((await loadEmail(id))['keywords']).toEqual({})
  })

  test('whose server is no address of the internet is not asked', async () => {
    const id = await delivered([`List-Unsubscribe: <https://127.0.0.1/leave>`, ...signed])
    expect(await unsubscribe(id)).toMatchObject({ outcome: 'unreachable' })
  })
})

test('a list that takes mail is left by a message that is sent at once', async () => {
  const id = await delivered(['List-Unsubscribe: <mailto:off@x.test?subject=off%20u1>'])
  expect(await loadEmail(id)).toMatchObject({ unsubscribe: { by: 'mail', to: 'off@x.test', page: null } })
  expect(await unsubscribe(id)).toMatchObject({ outcome: 'mail' })
  await sending.work(rig.ada.account.id)
  expect(handedOver.map(({ to }) => to)).toEqual([['off@x.test']])
  expect(handedOver[0]!.raw.toString()).toContain('Subject: off u1')
  expect((await loadEmail(id))['keywords']).toEqual({ $unsubscribed: true })
})

test('a page is told and not asked; what is not signed is a page; Spam and other mail has no way', async () => {
  const page = 'https://push.example/page'
  const unsigned = await delivered([`List-Unsubscribe: <${page}>`, ...signed.slice(1)])
  expect(await loadEmail(unsigned)).toMatchObject({ unsubscribe: { by: 'page', page } })
  expect(await unsubscribe(unsigned)).toMatchObject({ outcome: 'noWay' })
  const junk = await rig.ada.call([
    ...([
      'Mailbox/set',
      { accountId: rig.ada.accountId, create: { j: { name: 'Spam', role: 'junk' } } },
    ] as const),
  ])
  const { id: box } = (junk[0]![1]['created'] as { j: { id: string } }).j
  const spam = await delivered([`List-Unsubscribe: <${page}>`, ...signed], {
    boxes: [Number(box.slice(1)) as never],
  })
  expect(await loadEmail(spam)).toMatchObject({ unsubscribe: null })
  expect(await unsubscribe(spam)).toMatchObject({ outcome: 'noWay' })
  expect(await loadEmail(await delivered([]))).toMatchObject({ unsubscribe: null })
  expect(list.received('/page')).toEqual([])
})
