import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SunkMessage } from '../../../../../server-testing/src/servers/smtp-sink.ts'
import {
  type SubmissionForTests,
  submissionForTests,
} from '../../../../../server-testing/src/jmap/mail/email-submission/test-submission.ts'

/** How the server behaves now; tests change it on the way. */
let server: {
  refuse: (recipient: string) => string | undefined
  refuseSender: () => string | undefined
  judge: (message: SunkMessage) => string | undefined
  cutDuring: () => boolean
}
let rig: SubmissionForTests
beforeEach(async () => {
  const fine = () => undefined
  server = { refuse: fine, refuseSender: fine, judge: fine, cutDuring: () => false }
  rig = await submissionForTests({
    refuse: (recipient) => server.refuse(recipient),
    refuseSender: () => server.refuseSender(),
    judge: (message) => server.judge(message),
    cutDuring: () => server.cutDuring(),
  })
})
afterEach(() => rig[Symbol.asyncDispose]())

interface Shown {
  undoStatus: string
  deliveryStatus: Record<string, { smtpReply: string; delivered: string; displayed: string }>
}
const shown = async (id: string) => (await rig.get(id)) as unknown as Shown
const [bob, carl, dora] = ['bob@example.test', 'carl@example.test', 'dora@example.test']
const toThree = { to: `${bob}, ${carl}, ${dora}` }

describe('what the server says of a recipient', () => {
  test('5xx is the end and shown in its words, 4xx is tried again for that one alone, 2xx is done', async () => {
    server.refuse = (recipient) =>
      recipient === bob
        ? '550 5.1.1 No such mailbox'
        : recipient === carl
          ? '451 4.7.1 Greylisted'
          : undefined
    const id = await rig.submit(await rig.draft(toThree))
    await rig.after(10)
    expect(rig.sink.messages.map(({ to }) => to)).toEqual([[dora]])
    expect((await shown(id)).deliveryStatus).toEqual({
      [bob]: { delivered: 'no', displayed: 'unknown', smtpReply: '550 5.1.1 No such mailbox' },
      [carl]: { delivered: 'queued', displayed: 'unknown', smtpReply: '451 4.7.1 Greylisted' },
      [dora]: {
        delivered: 'unknown',
        displayed: 'unknown',
        smtpReply: expect.stringMatching(/^250 /) as string,
      },
    })
    expect(rig.sending.notices).toEqual([
      '“Hello” wasn’t sent to bob@example.test. The server said: “550 5.1.1 No such mailbox”',
      '“Hello” hasn’t been sent yet. plMail keeps trying for a day. The server said: “451 4.7.1 Greylisted”',
    ])
    server.refuse = () => undefined
    await rig.after(29)
    expect(rig.sink.messages).toHaveLength(1)
    await rig.after(1)
    expect(rig.sink.messages.map(({ to }) => to)).toEqual([[dora], [carl]])
    expect((await shown(id)).deliveryStatus[carl]).toMatchObject({ delivered: 'unknown' })
    expect(rig.sending.notices).toHaveLength(2)
  })

  test.each([
    ['the sender', () => (server.refuseSender = () => '550 5.7.1 Not for you')],
    ['every recipient', () => (server.refuse = () => '550 5.7.1 Not for you')],
    ['the message', () => (server.judge = () => '554 5.7.1 Not for you')],
  ])('a 5xx to %s fails it for all, and the draft stays a draft', async (_whom, arrange) => {
    arrange()
    const emailId = await rig.draft({ to: `${bob}, ${carl}` })
    const id = await rig.submit(emailId)
    await rig.after(10)
    const failed = {
      delivered: 'no',
      displayed: 'unknown',
      smtpReply: expect.stringMatching(/^55[04] 5.7.1 Not for/) as string,
    }
    expect((await shown(id)).deliveryStatus).toEqual({ [bob]: failed, [carl]: failed })
    expect(rig.sending.notices).toEqual([
      expect.stringMatching(/^“Hello” wasn’t sent to bob@example.test and 1 more\. The server said: “55/),
    ])
    const { list } = await rig.one('Email/get', { ids: [emailId], properties: ['keywords'] })
    expect(list).toEqual([{ id: emailId, keywords: { $draft: true } }])
    await rig.after(7200)
    expect(rig.sink.messages).toEqual([])
  })

  test('a 4xx to the message is tried again for a day, with the same Message-ID, and then fails', async () => {
    const tries: string[] = []
    server.judge = ({ raw }) => {
      tries.push(/^message-id: .*$/im.exec(raw.toString())?.[0] ?? '')
      return '452 4.3.1 Disk full'
    }
    const emailId = await rig.draft({ id: undefined as never })
    await rig.submit(emailId)
    for (let hours = 0; hours < 27; hours++) await rig.after(3600)
    expect(tries.length).toBeGreaterThan(20)
    expect(new Set(tries).size).toBe(1)
    expect(rig.sending.notices.at(-1)).toBe(
      '“Hello” wasn’t sent to bob@example.test. The server said: “452 4.3.1 Disk full”',
    )
    const before = tries.length
    await rig.after(86_400)
    expect(tries).toHaveLength(before)
  })
})

describe('a line that breaks', () => {
  test('before the end of the message: it is sent again, once', async () => {
    server.cutDuring = () => true
    const id = await rig.submit(await rig.draft({ body: 'x'.repeat(3_000_000) }))
    await rig.after(10)
    expect((await shown(id)).deliveryStatus[bob]).toMatchObject({ delivered: 'queued' })
    server.cutDuring = () => false
    await rig.after(30)
    await rig.after(600)
    expect(rig.sink.messages).toHaveLength(1)
    expect(await shown(id)).toMatchObject({ undoStatus: 'final' })
  })

  test.each(['cut', 'keep-and-cut'])(
    'after the end of the message (%s): never sent again',
    async (judged) => {
      server.judge = () => judged
      const id = await rig.submit(await rig.draft())
      await rig.after(10)
      expect(rig.sending.looks).toEqual([rig.jmap.ada.account.id])
      server.judge = () => undefined
      expect(await shown(id)).toMatchObject({
        undoStatus: 'final',
        deliveryStatus: { [bob]: { delivered: 'queued' } },
      })
      for (let minutes = 0; minutes < 20; minutes++) await rig.after(60)
      expect(rig.sink.messages).toHaveLength(judged === 'cut' ? 0 : 1)
      expect(rig.sending.notices).toEqual([expect.stringContaining('“Hello” may or may not have been sent')])
      expect(rig.sending.looks.length).toBeGreaterThan(3)
    },
  )

  test('after the end: the copy that the server filed proves that it was taken', async () => {
    const { ada } = rig.jmap
    server.judge = () => 'keep-and-cut'
    const emailId = await rig.draft()
    const id = await rig.submit(emailId)
    await rig.after(10)
    const copy = { from: 'a@example.test', to: bob, subject: 'Hello', id: 'one@example.test' }
    await ada.deliver([{ ...copy, headers: ['Received: from here'], boxes: [ada.account.boxes.sent] }])
    await rig.after(5)
    expect(await shown(id)).toMatchObject({
      undoStatus: 'final',
      deliveryStatus: {
        [bob]: { delivered: 'unknown', smtpReply: expect.stringMatching(/^250 /) as string },
      },
    })
    const { list } = await rig.one('Email/get', { ids: [emailId], properties: ['keywords'] })
    expect(list).toEqual([{ id: emailId, keywords: { $seen: true } }])
    expect(rig.sending.notices).toEqual([])
    await rig.after(86_400)
    expect(rig.sink.messages).toHaveLength(1)
  })

  test('no server at all: it waits, can still be taken back, and goes when there is one', async () => {
    const id = await rig.submit(await rig.draft())
    const other = await rig.submit(await rig.draft({ id: 'two@example.test', subject: 'Other' }))
    rig.isOffline.value = true
    await rig.after(10)
    expect(rig.sending.notices[0]).toMatch(/^“Hello” hasn’t been sent yet\. .*ECONNREFUSED/)
    expect(await shown(id)).toMatchObject({ undoStatus: 'pending' })
    const canceled = await rig.one('EmailSubmission/set', { update: { [other]: { undoStatus: 'canceled' } } })
    expect(canceled).toMatchObject({ updated: { [other]: null } })
    rig.isOffline.value = false
    await rig.after(30)
    expect(rig.sink.messages).toHaveLength(1)
  })
})

describe('reports that come back', () => {
  const report = (
    type: string,
    fields: string,
    returned = 'Message-ID: <one@example.test>\r\nSubject: Hello\r\n',
  ) => ({
    from: 'MAILER-DAEMON@example.test',
    id: 'dsn@example.test',
    subject: 'Undelivered',
    headers: [`Content-Type: multipart/report; report-type=${type}; boundary=b`],
    body: [
      '--b',
      'Content-Type: text/plain',
      '',
      'Sorry',
      '--b',
      `Content-Type: message/${type}`,
      '',
      fields,
      '--b',
      'Content-Type: text/rfc822-headers',
      '',
      returned,
      '--b--',
      '',
    ].join('\r\n'),
    boxes: [rig.jmap.ada.account.boxes.inbox],
  })
  const bounce = (recipient: string, action = 'failed') =>
    `Reporting-MTA: dns; mx.example.test\r\n\r\nFinal-Recipient: rfc822; ${recipient}\r\nAction: ${action}\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; 550 5.1.1\r\n User unknown`
  const sent = async () => {
    const id = await rig.submit(await rig.draft({ to: `${bob}, ${carl}` }))
    await rig.after(10)
    return id
  }

  test('a bounce names its recipient as not reached and is kept with the submission', async () => {
    const id = await sent()
    const { state } = await rig.one('EmailSubmission/get', { ids: [] })
    const [dsn] = await rig.jmap.ada.deliver([report('delivery-status', bounce('BOB@example.test'))])
    expect(await rig.get(id)).toMatchObject({
      deliveryStatus: {
        [bob]: { delivered: 'no', smtpReply: '550 5.1.1 User unknown' },
        [carl]: { delivered: 'unknown' },
      },
    })
    const { list } = await rig.one('Email/get', { ids: [`M${dsn}`], properties: ['blobId'] })
    expect((await rig.get(id))['dsnBlobIds']).toEqual([(list as Array<{ blobId: string }>)[0]!.blobId])
    expect(await rig.one('EmailSubmission/changes', { sinceState: state })).toMatchObject({ updated: [id] })
  })

  test('delivery and reading are told too', async () => {
    const id = await sent()
    await rig.jmap.ada.deliver([
      report('delivery-status', bounce(carl, 'delivered')),
      report(
        'disposition-notification',
        `Final-Recipient: rfc822;${bob}\r\nOriginal-Message-ID: <one@example.test>\r\nDisposition: manual-action/MDN-sent-manually; displayed`,
      ),
    ])
    expect(await rig.get(id)).toMatchObject({
      deliveryStatus: { [bob]: { displayed: 'yes' }, [carl]: { delivered: 'yes' } },
      dsnBlobIds: [expect.any(String) as string],
      mdnBlobIds: [expect.any(String) as string],
    })
  })

  test.each([
    [
      'about another message',
      () => report('delivery-status', bounce(bob), 'Message-ID: <other@example.test>\r\n'),
    ],
    ['about somebody it was not sent to', () => report('delivery-status', bounce('eve@example.test'))],
    ['without the message', () => report('delivery-status', bounce(bob), '')],
    ['with nothing in it', () => report('delivery-status', '')],
  ])('a report %s changes nothing', async (_what, message) => {
    const id = await sent()
    const before = await rig.get(id)
    await rig.jmap.ada.deliver([message()])
    expect(await rig.get(id)).toEqual(before)
  })

  test('a report in another account changes nothing', async () => {
    const id = await sent()
    const before = await rig.get(id)
    await rig.jmap.bob.deliver([
      { ...report('delivery-status', bounce(bob)), boxes: [rig.jmap.bob.account.boxes.inbox] },
    ])
    expect(await rig.get(id)).toEqual(before)
  })
})
