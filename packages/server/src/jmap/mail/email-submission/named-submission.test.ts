import { capability } from '@plmail/wire'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type Json,
  type SubmissionForTests,
  submissionForTests,
} from '../../../../../server-testing/src/jmap/mail/email-submission/test-submission.ts'

let rig: SubmissionForTests
beforeEach(async () => {
  rig = await submissionForTests()
})
afterEach(() => rig[Symbol.asyncDispose]())

describe('a submission that its client has named', () => {
  const operation = 'queued-on-a-phone'
  const capabilities = [capability.core, capability.mail, capability.submission, capability.journal]
  const ask = async (
    person: 'ada' | 'bob',
    method: string,
    args: Json,
    using: string[] = capabilities,
  ): Promise<[name: string, answer: Json]> => {
    const { accountId, post } = rig.jmap[person]
    const methodCalls = [[method, { accountId, ...args }, 'c0']]
    const { json } = await post(JSON.stringify({ using, methodCalls }))
    return (json['methodResponses'] as [string, Json][])[0]!
  }
  const create = async (emailId: string): Promise<Json> => {
    const creations = { s: { identityId: rig.identityId, emailId } }
    const [, answer] = await ask('ada', 'EmailSubmission/set', { operation, create: creations })
    return (answer['created'] as { s: Json }).s
  }

  test('is sent once when the answer was lost and it is created again, also from another draft', async () => {
    const first = await create(await rig.draft())
    await rig.after(10)
    const copy = await rig.draft({ id: 'two@example.test' })
    expect(await create(copy)).toMatchObject({ id: first['id'], undoStatus: 'final' })
    await rig.after(86_400)
    expect(rig.sink.messages).toHaveLength(1)
  })

  test('is sent once when two windows create it at the same time', async () => {
    const [firstDraft, secondDraft] = [await rig.draft(), await rig.draft({ id: 'two@example.test' })]
    const created = await Promise.all([firstDraft, secondDraft, firstDraft, secondDraft].map(create))
    expect(new Set(created.map(({ id }) => id)).size).toBe(1)
    await rig.after(10)
    expect(rig.sink.messages).toHaveLength(1)
  })

  test('stays canceled, also when its client has forgotten it', async () => {
    const { id } = (await create(await rig.draft())) as { id: string }
    await rig.one('EmailSubmission/set', { update: { [id]: { undoStatus: 'canceled' } } })
    const copy = await rig.draft({ id: 'two@example.test' })
    expect(await create(copy)).toMatchObject({ id, undoStatus: 'canceled' })
    await rig.one('EmailSubmission/set', { destroy: [id] })
    expect(await create(copy)).toMatchObject({ id })
    await rig.after(10)
    expect(rig.sink.messages).toEqual([])
  })

  test('is found by its name in its account alone', async () => {
    const { id } = await create(await rig.draft())
    const find = async (person: 'ada' | 'bob', name: string) =>
      (await ask(person, 'EmailSubmission/query', { filter: { operations: [name] } }))[1]['ids']
    expect(await find('ada', operation)).toEqual([id])
    expect(await find('ada', 'another-name')).toEqual([])
    expect(await find('bob', operation)).toEqual([])
  })

  test('is alone in its call, has a name in shape, and needs the extension', async () => {
    const s = { identityId: rig.identityId, emailId: await rig.draft() }
    const refused = ['error', { type: 'invalidArguments' }, 'c0']
    const set = (args: Json, using?: string[]) => ask('ada', 'EmailSubmission/set', args, using)
    expect(await set({ operation, create: { s, t: s } })).toMatchObject(refused)
    expect(await set({ operation: 'short', create: { s } })).toMatchObject(refused)
    expect(await set({ operation, create: { s } }, capabilities.slice(0, 3))).toMatchObject(refused)
    expect(rig.sink.messages).toEqual([])
  })
})
