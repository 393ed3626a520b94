import { parseMessage } from '@plmail/mail-format'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { toRawMessage } from '../../../../emulators/src/blobs/raw.ts'
import { collectItems } from '../../../../server-testing/src/providers/contract/item-mirror.ts'
import type { AccountSession } from '../contract/index.ts'
import { microsoftForTests } from '../../../../server-testing/src/providers/microsoft/test-microsoft.ts'

describe('a message that Exchange cannot write as MIME', () => {
  let emulated: Awaited<ReturnType<typeof microsoftForTests>>
  let session: AccountSession
  beforeEach(async () => {
    emulated = await microsoftForTests()
    emulated.microsoft.addAccount('ada@contoso.test')
    session = await emulated.open('ada@contoso.test')
  })
  afterEach(() => emulated[Symbol.asyncDispose]())

  async function rebuilt(lines: readonly string[]) {
    const mailbox = emulated.microsoft.account('ada@contoso.test')
    const id = mailbox.deliver(toRawMessage(Buffer.from(lines.join('\r\n'))))
    mailbox.turnOdd({ kind: 'unreadable', ids: [id], status: 500, reach: 'content' })
    const [fetched] = await collectItems(session.fetch([id]))
    expect(emulated.world.requests.problems()).toEqual([])
    if (fetched?.kind !== 'message') throw new Error(`Not fetched: ${JSON.stringify(fetched)}`)
    return fetched
  }

  const head = [
    'From: Bo <bo@example.test>',
    'To: ada@contoso.test',
    'Subject: =?utf-8?B?R3LDtsOfZQ==?=',
    'Message-ID: <odd@example.test>',
    'References: <root@example.test>',
    'Date: Sat, 21 Nov 2026 08:00:00 +0000',
    'MIME-Version: 1.0',
  ]

  test('is put together from its fields, its text and its files, and says so', async () => {
    const message = await rebuilt([
      ...head,
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: text/html; charset=utf-8',
      '',
      '<p>Grüße</p>',
      '--b',
      'Content-Type: application/pdf; name=plan.pdf',
      'Content-Disposition: attachment; filename=plan.pdf',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from('the plan').toString('base64'),
      '--b--',
      '',
    ])
    expect(message.rebuiltBecause).toBeDefined()
    const text = message.raw.toString()
    expect(text).toMatch(/^X-Plmail-Rebuilt: yes\r\n/)
    expect(text).toContain(Buffer.from('the plan').toString('base64'))
    const { summary } = parseMessage(message.raw)
    expect(summary).toMatchObject({
      subject: 'Größe',
      messageId: ['odd@example.test'],
      references: ['root@example.test'],
      from: [{ name: 'Bo', email: 'bo@example.test' }],
      hasAttachment: true,
    })
  })

  test('keeps its own type when it is sealed as a whole, so that it can be opened', async () => {
    const sealed = Buffer.from('what is sealed').toString('base64')
    const { raw } = await rebuilt([
      ...head,
      'Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m',
      'Content-Disposition: attachment; filename=smime.p7m',
      'Content-Transfer-Encoding: base64',
      '',
      sealed,
      '',
    ])
    const [fields = '', body = ''] = raw.toString().split('\r\n\r\n')
    expect(fields).toContain('Content-Type: application/pkcs7-mime; smime-type=enveloped-data')
    expect(body.trim()).toBe(sealed)
  })
})
