import { describe, expect, test } from 'vitest'
import { methodServer, type Method } from '../../net/method-server.fixture.ts'
import { createReceipts } from './receipts.ts'

const setting = (methods: Record<string, Method>) => {
  const client = methodServer(methods)
  return { ...client, receipts: createReceipts(client.jmap) }
}

describe('a receipt that is asked for', () => {
  test('is sent by hand, and its message is marked with it', async () => {
    const { receipts, argumentsOf } = setting({ 'MDN/send': () => ({ sent: { r: {} } }) })
    expect(await receipts.send('A1', 'I1', 'M1')).toBe('sent')
    expect(argumentsOf('MDN/send')).toMatchObject([
      {
        send: {
          r: { forEmailId: 'M1', disposition: { sendingMode: 'mdn-sent-manually', type: 'displayed' } },
        },
        onSuccessUpdateEmail: { '#r': { 'keywords/$mdnsent': true } },
      },
    ])
  })

  test('says in the server’s word why it was not sent', async () => {
    const refused = setting({ 'MDN/send': () => ({ notSent: { r: { type: 'mdnAlreadySent' } } }) })
    expect(await refused.receipts.send('A1', 'I1', 'M1')).toBe('mdnAlreadySent')
    const failed = setting({ 'MDN/send': () => 'accountReadOnly' })
    expect(await failed.receipts.send('A1', 'I1', 'M1')).toBe('accountReadOnly')
    failed.server.isDown = true
    expect(await failed.receipts.send('A1', 'I1', 'M1')).toBe('unreachable')
  })
})

describe('receipts that came', () => {
  const submissions: Record<string, Method> = {
    'EmailSubmission/query': () => ({ ids: ['S1'] }),
    'EmailSubmission/get': () => ({ list: [{ id: 'S1', mdnBlobIds: ['B1', 'B2', 'B3'] }] }),
  }

  test('name the recipient of the report, else its sender, and when; what is no receipt is left out', async () => {
    const { receipts } = setting({
      ...submissions,
      'MDN/parse': () => ({
        parsed: { B1: { finalRecipient: 'rfc822; bo@x.example' }, B2: { finalRecipient: null } },
      }),
      'Email/parse': () => ({
        parsed: {
          B1: { sentAt: '2026-11-24T10:00:00Z' },
          B2: { from: [{ name: null, email: 'cy@x.example' }] },
        },
      }),
    })
    expect(await receipts.reports('A1', 'M1')).toEqual([
      { who: 'bo@x.example', at: '2026-11-24T10:00:00Z' },
      { who: 'cy@x.example', at: null },
    ])
  })

  test('are none of a message that nobody answered, without asking for any', async () => {
    const { receipts, calls } = setting({
      ...submissions,
      'EmailSubmission/get': () => ({ list: [{ id: 'S1' }] }),
    })
    expect(await receipts.reports('A1', 'M1')).toEqual([])
    expect(calls.map(({ name }) => name)).toEqual(['EmailSubmission/query', 'EmailSubmission/get'])
  })

  test('are unknown where one of the questions failed', async () => {
    expect(await setting(submissions).receipts.reports('A1', 'M1')).toBeUndefined()
    expect(await setting({}).receipts.reports('A1', 'M1')).toBeUndefined()
  })
})
