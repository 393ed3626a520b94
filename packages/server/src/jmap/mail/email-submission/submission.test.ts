import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type {
  Json,
  SubmissionForTests,
} from '../../../../../server-testing/src/jmap/mail/email-submission/test-submission.ts'
import { submissionForTests } from '../../../../../server-testing/src/jmap/mail/email-submission/test-submission.ts'

let rig: SubmissionForTests
beforeEach(async () => {
  rig = await submissionForTests()
})
afterEach(() => rig[Symbol.asyncDispose]())

const headers = [
  'Cc: Carl <carl@example.test>, BOB@example.test',
  'Bcc: secret@example.test,\r\n hidden@example.test',
]

describe('sending', () => {
  test('a draft goes out after the undo window, to everybody once, without its Bcc', async () => {
    const emailId = await rig.draft({ headers, body: '.dots\r\n..at the start\r\n.\r\nend' })
    const id = await rig.submit(emailId)
    const pending = await rig.get(id)
    expect(pending).toMatchObject({
      id,
      emailId,
      identityId: rig.identityId,
      undoStatus: 'pending',
      sendAt: '2026-03-01T10:00:10Z',
      envelope: {
        mailFrom: { email: 'a@example.test', parameters: null },
        rcptTo: ['bob', 'carl', 'secret', 'hidden'].map((name) => ({
          email: `${name}@example.test`,
          parameters: null,
        })),
      },
      dsnBlobIds: [],
      mdnBlobIds: [],
    })
    await rig.after(9)
    expect(rig.sink.messages).toEqual([])
    await rig.after(1)
    const [sent, ...more] = rig.sink.messages
    expect(more).toEqual([])
    expect(sent).toMatchObject({ user: 'ann', from: 'a@example.test' })
    expect(sent!.to.sort()).toEqual(['bob', 'carl', 'hidden', 'secret'].map((name) => `${name}@example.test`))
    const text = sent!.raw.toString()
    expect(text).not.toMatch(/bcc|secret|hidden/i)
    expect(text).toContain('Message-ID: <one@example.test>')
    expect(text).toContain('\r\n\r\n.dots\r\n..at the start\r\n.\r\nend')
    expect(await rig.get(id)).toMatchObject({
      undoStatus: 'final',
      deliveryStatus: {
        'bob@example.test': {
          delivered: 'unknown',
          displayed: 'unknown',
          smtpReply: expect.stringMatching(/^250 /) as string,
        },
      },
    })
    await rig.after(86_400)
    expect(rig.sink.messages).toHaveLength(1)
  })

  test('the copy keeps its Bcc and is filed in Sent when the client left it in Drafts', async () => {
    const { boxes } = rig.jmap.ada.account
    const emailId = await rig.draft({ headers })
    await rig.submit(emailId)
    await rig.after(10)
    const { list } = await rig.one('Email/get', {
      ids: [emailId],
      properties: ['mailboxIds', 'keywords', 'bcc'],
    })
    expect(list).toEqual([
      {
        id: emailId,
        mailboxIds: { [`L${boxes.sent}`]: true },
        keywords: { $seen: true },
        bcc: [
          { name: null, email: 'secret@example.test' },
          { name: null, email: 'hidden@example.test' },
        ],
      },
    ])
  })

  test('a message without Message-ID and Date gets both, once for every try', async () => {
    const emailId = await rig.draft({ id: undefined as never })
    await rig.submit(emailId)
    await rig.after(10)
    expect(rig.sink.messages[0]!.raw.toString()).toMatch(
      /^Message-ID: <[0-9a-f]{32}@example\.test>\r\nDate: Sun, 01 Mar 2026 10:00:00 \+0000\r\nFrom: /,
    )
  })

  test('of what was given while the clock was ahead, the usual goes out now and a chosen time stays', async () => {
    const soon = await rig.submit(await rig.draft())
    const envelope = {
      mailFrom: { email: 'a@example.test', parameters: { HOLDFOR: '86400' } },
      rcptTo: [{ email: 'bob@example.test', parameters: null }],
    }
    await rig.submit(await rig.draft({ id: 'two@example.test' }), { envelope })
    // As rows and job are when the clock showed a day three days later.
    const { database } = rig.jmap.room.db
    const ahead = (column: string) => `${column} = ${column} + interval '3 days'`
    await database.query(`update submission set ${['created_at', 'due_at', 'send_at'].map(ahead).join(', ')}`)
    await rig.after(60)
    expect(rig.sink.messages).toEqual([])
    rig.jmap.room.clock.advance(-60_000)
    const { submissions } = rig.sending
    expect(await submissions.mendDue()).toEqual({ moved: 1, chosen: 1 })
    expect(await rig.get(soon)).toMatchObject({ undoStatus: 'pending', sendAt: '2026-03-01T10:00:10Z' })
    await rig.after(10)
    expect(rig.sink.messages.map(({ raw }) => /<(one|two)@/.exec(raw.toString())?.[1])).toEqual(['one'])
    expect(await submissions.mendDue()).toEqual({ moved: 0, chosen: 1 })
  })

  test('HOLDFOR and HOLDUNTIL put it off up to a year', async () => {
    const hold = (parameters: Json) => ({
      envelope: {
        mailFrom: { email: 'a@example.test', parameters },
        rcptTo: [{ email: 'x@example.test', parameters: null }],
      },
    })
    const emailId = await rig.draft()
    const later = await rig.submit(emailId, hold({ HOLDFOR: '86400' }))
    expect(await rig.get(later)).toMatchObject({ sendAt: '2026-03-02T10:00:00Z' })
    const until = await rig.submit(emailId, hold({ holduntil: '2026-03-01T12:00:00+01:00' }))
    expect(await rig.get(until)).toMatchObject({ sendAt: '2026-03-01T11:00:00Z' })
    const bad = [
      { HOLDFOR: '31536001' },
      { HOLDFOR: 'x' },
      { HOLDUNTIL: '2027-12-01T00:00:00Z' },
      { RET: 'FULL' },
    ]
    for (const parameters of bad) {
      const create = { s: { identityId: rig.identityId, emailId, ...hold(parameters) } }
      expect(await rig.one('EmailSubmission/set', { create })).toMatchObject({
        created: null,
        notCreated: { s: { type: 'invalidProperties', properties: ['envelope'] } },
      })
    }
    await rig.after(3600)
    expect(rig.sink.messages).toHaveLength(1)
    await rig.after(82_800)
    expect(rig.sink.messages).toHaveLength(2)
  })
})

describe('taking back', () => {
  test('within the window it is never sent, afterwards it cannot be', async () => {
    const [first, second] = [await rig.submit(await rig.draft()), await rig.submit(await rig.draft())]
    const cancel = (id: string) =>
      rig.one('EmailSubmission/set', { update: { [id]: { undoStatus: 'canceled' } } })
    expect(await cancel(first)).toMatchObject({ updated: { [first]: null }, notUpdated: null })
    expect(await cancel(first)).toMatchObject({ updated: { [first]: null } })
    await rig.after(10)
    expect(rig.sink.messages).toHaveLength(1)
    expect(await cancel(second)).toMatchObject({ notUpdated: { [second]: { type: 'cannotUnsend' } } })
    expect(await rig.get(first)).toMatchObject({ undoStatus: 'canceled' })
    expect(await cancel('S999')).toMatchObject({ notUpdated: { S999: { type: 'notFound' } } })
    const other = await rig.one('EmailSubmission/set', {
      update: { [second]: { undoStatus: 'pending', x: 1 } },
    })
    expect(other).toMatchObject({
      notUpdated: { [second]: { type: 'invalidProperties', properties: ['undoStatus', 'x'] } },
    })
  })

  test('destroying a submission forgets it, and it is sent all the same', async () => {
    const id = await rig.submit(await rig.draft())
    const { state } = await rig.one('EmailSubmission/get', { ids: [] })
    const destroyed = await rig.one('EmailSubmission/set', { destroy: [id, 'S99'] })
    expect(destroyed).toMatchObject({ destroyed: [id], notDestroyed: { S99: { type: 'notFound' } } })
    expect(await rig.one('EmailSubmission/get', { ids: [id] })).toMatchObject({ list: [], notFound: [id] })
    expect(await rig.one('EmailSubmission/changes', { sinceState: state })).toMatchObject({ destroyed: [id] })
    await rig.after(10)
    expect(rig.sink.messages).toHaveLength(1)
  })

  test('destroying the draft leaves the sending alone', async () => {
    const emailId = await rig.draft()
    const id = await rig.submit(emailId)
    await rig.one('Email/set', { destroy: [emailId] })
    await rig.after(10)
    expect(rig.sink.messages).toHaveLength(1)
    expect(await rig.get(id)).toMatchObject({ emailId, undoStatus: 'final' })
  })
})

describe('what follows a success', () => {
  test('an Email/set answers right after, with creation ids of the same request', async () => {
    const { ada } = rig.jmap
    const { accountId } = ada
    const { drafts, sent } = ada.account.boxes
    const moved = { [`mailboxIds/L${drafts}`]: null, [`mailboxIds/L${sent}`]: true, 'keywords/$draft': null }
    const answers = await ada.call(
      [
        'Email/set',
        {
          accountId,
          create: {
            mail: {
              mailboxIds: { [`L${drafts}`]: true },
              keywords: { $draft: true },
              from: [{ name: null, email: 'a@example.test' }],
              to: [{ name: null, email: 'bob@example.test' }],
              subject: 'Made here',
              bodyValues: { t: { value: 'Hello' } },
              textBody: [{ partId: 't', type: 'text/plain' }],
            },
          },
        },
      ],
      ['Identity/set', { accountId, create: { me: { email: 'a@example.test' } } }],
      [
        'EmailSubmission/set',
        {
          accountId,
          create: {
            good: { identityId: '#me', emailId: '#mail', envelope: null },
            bad: { identityId: '#me', emailId: 'M999' },
          },
          onSuccessUpdateEmail: { '#good': moved, '#bad': { 'keywords/$flagged': true } },
        },
      ],
    )
    expect(answers.map(([name, , callId]) => `${name} ${callId}`)).toEqual([
      'Email/set c0',
      'Identity/set c1',
      'EmailSubmission/set c2',
      'Email/set c2',
    ])
    const emailId = (answers[0]![1]['created'] as { mail: { id: string } }).mail.id
    expect(answers[2]![1]).toMatchObject({
      created: { good: { undoStatus: 'pending' } },
      notCreated: { bad: { type: 'invalidProperties', properties: ['emailId'] } },
    })
    expect(answers[3]![1]).toMatchObject({ updated: { [emailId]: null }, notUpdated: null })
    await rig.after(10)
    const { list } = await rig.one('Email/get', { ids: [emailId], properties: ['mailboxIds', 'keywords'] })
    expect(list).toEqual([{ id: emailId, mailboxIds: { [`L${sent}`]: true }, keywords: {} }])
    expect(rig.sink.messages[0]!.raw.toString()).toContain('Subject: Made here')
  })

  test('the draft goes with onSuccessDestroyEmail, and comes back into Drafts with an undo that asks for it', async () => {
    const { ada } = rig.jmap
    const { drafts, sent } = ada.account.boxes
    const [gone, kept] = [await rig.draft(), await rig.draft({ id: 'two@example.test' })]
    const create = (emailId: string) => ({ s: { identityId: rig.identityId, emailId } })
    const answers = await ada.call(
      [
        'EmailSubmission/set',
        { accountId: ada.accountId, create: create(gone), onSuccessDestroyEmail: ['#s'] },
      ],
      [
        'EmailSubmission/set',
        {
          accountId: ada.accountId,
          create: create(kept),
          onSuccessUpdateEmail: { '#s': { mailboxIds: { [`L${sent}`]: true } } },
        },
      ],
    )
    expect(answers[1]![1]).toMatchObject({ destroyed: [gone] })
    const id = (answers[2]![1]['created'] as { s: { id: string } }).s.id
    const undone = await ada.call([
      'EmailSubmission/set',
      {
        accountId: ada.accountId,
        update: { [id]: { undoStatus: 'canceled' } },
        onSuccessUpdateEmail: { [id]: { mailboxIds: { [`L${drafts}`]: true } } },
      },
    ])
    expect(undone[1]).toMatchObject(['Email/set', { updated: { [kept]: null } }, 'c0'])
    const nothing = await ada.call([
      'EmailSubmission/set',
      { accountId: ada.accountId, create: create('M999'), onSuccessDestroyEmail: ['#s'] },
    ])
    expect(nothing).toHaveLength(1)
  })
})

describe('what is refused', () => {
  const envelope = (from: string, ...to: string[]) => ({
    envelope: { mailFrom: { email: from }, rcptTo: to.map((email) => ({ email })) },
  })
  const own = 'a@example.test'
  const many = Array.from({ length: 501 }, (_, n) => `x${n}@example.test`)

  test.each<[string, Json, Parameters<SubmissionForTests['draft']>[0], Json]>([
    ['noRecipients', {}, { headers: [], to: '' }, {}],
    ['noRecipients', envelope(own), {}, {}],
    ['invalidRecipients', envelope(own, 'x@y', 'a b@c', 'x'), {}, { invalidRecipients: ['a b@c', 'x'] }],
    ['invalidRecipients', envelope(own, 'x@y>\r\nDATA'), {}, { invalidRecipients: ['x@y>\r\nDATA'] }],
    ['tooManyRecipients', envelope(own, ...many), {}, { maxRecipients: 500 }],
    ['forbiddenMailFrom', envelope('bob@example.test', 'x@y'), {}, {}],
    ['forbiddenFrom', {}, { from: 'Bob <bob@example.test>' }, {}],
    ['forbiddenFrom', {}, { from: `${own}, bob@example.test` }, {}],
    ['invalidEmail', {}, { from: '' }, { properties: ['from'] }],
    ['invalidProperties', { identityId: 'I99' }, {}, { properties: ['identityId'] }],
    ['invalidProperties', { emailId: 'M99' }, {}, { properties: ['emailId'] }],
    ['invalidProperties', { envelope: { mailFrom: null, rcptTo: [] } }, {}, { properties: ['envelope'] }],
    ['invalidProperties', { sendAt: '2026-03-01T10:00:00Z' }, {}, { properties: ['sendAt'] }],
  ])('%s, case %#', async (type, more, message, details) => {
    const emailId = await rig.draft(message)
    const create = { s: { identityId: rig.identityId, emailId, ...more } }
    const answer = await rig.one('EmailSubmission/set', { create })
    expect(answer).toMatchObject({ created: null, notCreated: { s: { type, ...details } } })
    await rig.after(60)
    expect(rig.sink.messages).toEqual([])
  })

  test('nothing, where the sender is an alias that has its identity', async () => {
    const alias = 'sales@example.test'
    const emailId = await rig.draft({ from: `Sales <${alias}>` })
    const create = { s: { identityId: rig.identityId, emailId } }
    const refused = await rig.one('EmailSubmission/set', { create })
    expect(refused).toMatchObject({ notCreated: { s: { type: 'forbiddenFrom' } } })
    const made = await rig.one('Identity/set', { create: { a: { email: alias } } })
    const { id } = (made['created'] as { a: { id: string } }).a
    const answer = await rig.one('EmailSubmission/set', { create: { s: { identityId: id, emailId } } })
    expect(answer).toMatchObject({ created: { s: { envelope: { mailFrom: { email: alias } } } } })
  })

  test("the message of another user, through their account or one's own", async () => {
    const emailId = await rig.draft()
    const { ada, bob } = rig.jmap
    const create = { s: { identityId: rig.identityId, emailId } }
    const [foreign, ofBob] = await bob.call(
      ['EmailSubmission/set', { accountId: ada.accountId, create }],
      ['EmailSubmission/set', { accountId: bob.accountId, create }],
    )
    expect(foreign!.slice(0, 2)).toEqual(['error', { type: 'accountNotFound' }])
    expect(ofBob![1]).toMatchObject({ created: null, notCreated: { s: { properties: ['identityId'] } } })
  })
})

describe('queries', () => {
  test('by everything RFC 8621 names, paged, and with what changed', async () => {
    const ids = [await rig.submit(await rig.draft()), await rig.submit(await rig.draft({ id: 'two@x' }))]
    const [first, second] = ids as [string, string]
    const query = (filter: Json | null, more: Json = {}) =>
      rig.one('EmailSubmission/query', { filter, ...more })
    const found = async (filter: Json | null, more: Json = {}) => (await query(filter, more))['ids']
    expect(await query(null, { calculateTotal: true, limit: 1 })).toMatchObject({
      ids: [second],
      total: 2,
      position: 0,
      canCalculateChanges: true,
    })
    expect(await found({}, { sort: [{ property: 'sentAt' }, { property: 'emailId' }] })).toEqual([
      first,
      second,
    ])
    expect(await found({ undoStatus: 'final' })).toEqual([])
    expect(await found({ emailIds: [(await rig.get(first))['emailId']] })).toEqual([first])
    expect(await found({ identityIds: ['I0'] })).toEqual([])
    expect(await found({ operator: 'NOT', conditions: [{ undoStatus: 'canceled' }] })).toHaveLength(2)
    expect(await found({ after: '2026-03-01T10:00:10Z', before: '2026-03-01T10:00:11Z' })).toHaveLength(2)
    expect(await found({ before: '2026-03-01T10:00:10Z' })).toEqual([])
    const { queryState } = await query({ undoStatus: 'pending' })
    await rig.one('EmailSubmission/set', { update: { [first]: { undoStatus: 'canceled' } } })
    const changed = await rig.one('EmailSubmission/queryChanges', {
      filter: { undoStatus: 'pending' },
      sinceQueryState: queryState,
      calculateTotal: true,
    })
    expect(changed).toMatchObject({ oldQueryState: queryState, removed: [first], added: [], total: 1 })
    const [bad] = await rig.jmap.ada.call([
      'EmailSubmission/query',
      { accountId: rig.jmap.ada.accountId, filter: { colour: 'red' } },
    ])
    expect(bad![1]).toMatchObject({ type: 'unsupportedFilter' })
  })
})

test('what was settled is forgotten after 30 days, what still waits is not', async () => {
  const [done, later] = [await rig.draft(), await rig.draft({ id: 'two@x' })]
  const settled = await rig.submit(done)
  const envelope = { mailFrom: { email: 'a@example.test', parameters: { HOLDFOR: '8640000' } } }
  await rig.submit(later, { envelope: { ...envelope, rcptTo: [{ email: 'bob@example.test' }] } })
  const { id } = rig.jmap.ada.account
  const { changes } = rig.jmap.room
  await rig.after(10)
  await rig.after(30 * 86_400)
  expect(await rig.sending.submissions.sweep()).toBe(0)
  const before = await changes.state(id)
  await rig.after(1)
  expect(await rig.sending.submissions.sweep()).toBe(1)
  expect(await rig.sending.submissions.list(id, null)).toMatchObject([{ state: 'queued' }])
  const since = await changes.since(id, 'EmailSubmission', before, 100)
  expect(since).toMatchObject({ destroyed: [Number(settled.slice(1))] })
  expect(await rig.sending.submissions.sweep()).toBe(0)
})
