import { emailWireId } from '@plmail/wire'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { damageMessage } from '../../../../server-testing/src/store/damage.ts'
import { type JmapForTests, jmapForTests } from '../../../../server-testing/src/jmap/test-jmap.ts'

let rig: JmapForTests
let ids: [good: string, damaged: string]
beforeAll(async () => {
  rig = await jmapForTests()
  const boxes = [rig.ada.account.boxes.inbox]
  const [good, damaged] = await rig.ada.deliver([
    { id: 'good@x.test', subject: 'Fine', body: 'harbour lights', boxes },
    { id: 'bad@x.test', subject: 'Broken', body: 'harbour walls', boxes },
  ])
  await damageMessage(rig.room.db.database, rig.room.folder, damaged!)
  ids = [emailWireId.encode(good!), emailWireId.encode(damaged!)]
})
afterAll(() => rig[Symbol.asyncDispose]())

async function call(name: string, args: Record<string, unknown>): Promise<Record<string, unknown>> {
  const [[answered, answer] = []] = (await rig.ada.call([
    name,
    { accountId: rig.ada.accountId, ...args },
  ])) as unknown as [[string, Record<string, unknown>]]
  expect(answered).toBe(name)
  return answer!
}

test('Email/get answers a damaged message beside a whole one, its texts marked', async () => {
  const { list, notFound } = await call('Email/get', {
    ids,
    properties: ['subject', 'bodyValues', 'textBody', 'headers', 'header:List-Id:asText', 'header:To:all'],
    fetchTextBodyValues: true,
  })
  expect(notFound).toEqual([])
  expect(list).toMatchObject([
    { subject: 'Fine', bodyValues: { 1: { value: 'harbour lights', isEncodingProblem: false } } },
    {
      subject: 'Broken',
      bodyValues: { 1: { value: '', isEncodingProblem: true, isTruncated: true } },
      headers: [],
      'header:List-Id:asText': null,
      'header:To:all': [],
    },
  ])
})

test('RenderedBody/get draws the whole message and says of the other that it is damaged', async () => {
  const { list } = (await call('RenderedBody/get', { ids })) as { list: Array<Record<string, unknown>> }
  expect(list[0]).not.toHaveProperty('problem')
  expect(list[0]!['srcdoc']).toContain('harbour lights')
  expect(list[1]).toMatchObject({ id: ids[1], problem: 'damaged', isTrusted: false })
})

test('SearchSnippet/get answers both, the damaged one without a preview', async () => {
  const { list } = await call('SearchSnippet/get', { emailIds: ids, filter: { text: 'harbour' } })
  expect(list).toMatchObject([
    { emailId: ids[0], preview: '<mark>harbour</mark> lights' },
    { emailId: ids[1], preview: null },
  ])
})

test('Email/parse takes a damaged message for one that cannot be had, and parses the other', async () => {
  const { list } = (await call('Email/get', { ids, properties: ['blobId'] })) as {
    list: Array<{ blobId: string }>
  }
  const blobIds = list.map(({ blobId }) => blobId)
  const { parsed, notFound } = await call('Email/parse', { blobIds, properties: ['subject'] })
  expect(parsed).toMatchObject({ [blobIds[0]!]: { subject: 'Fine' } })
  expect(notFound).toEqual([blobIds[1]])
})
