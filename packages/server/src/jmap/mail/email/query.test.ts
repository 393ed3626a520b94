import { emailWireId, mailboxWireId } from '@plmail/wire'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type JmapForTests, jmapForTests } from '../../../../../server-testing/src/jmap/test-jmap.ts'
import { getEmails } from '../../../../../server-testing/src/jmap/mail/email/emails-over-jmap.ts'

let rig: JmapForTests
const { deliver, one: ask } = getEmails(() => rig)
beforeAll(async () => {
  rig = await jmapForTests()
})
afterAll(() => rig[Symbol.asyncDispose]())

const inbox = () => mailboxWireId.encode(rig.ada.account.boxes.inbox)

const found = async (filter: unknown) => (await ask('Email/query', { filter }))['ids']

describe('words', () => {
  test('are found without regard to case, accents, width and language', async () => {
    const [id] = await deliver({
      subject: 'Ärger mit der Straße',
      from: 'Łukasz Żółć <lukasz@poczta.example>',
      body: 'ΑΘΗΝΑ, Киёв; ﬁne ｆｕｌｌ width İstanbul — 🎉 50€',
    })
    const words = [
      'arger',
      'STRASSE',
      'straße',
      'zolc',
      'ŁUKASZ',
      'αθηνα',
      'Αθήνα',
      'кИев',
      'fine',
      'full',
      'istanbul',
      '🎉',
      '50',
    ]
    for (const text of words) expect(await found({ text }), text).toEqual([id])
    expect(await found({ text: '"strass"' })).toEqual([])
    expect(await found({ text: 'strass*' })).toEqual([id])
    expect(await found({ body: 'istan' })).toEqual([])
    expect(await found({ body: 'istan*' })).toEqual([id])
  })

  test('of scripts without blanks are found by any part', async () => {
    const [japanese, thai, korean] = await deliver(
      { subject: '日本語メールの件名', body: '東京都に住んでいます' },
      { subject: 'x', body: 'สวัสดีชาวโลก' },
      { subject: 'y', body: '메일을 보냈습니다' },
    )
    for (const text of ['日本', '語メ', '件名', '京都', '東', 'メール', '名'])
      expect(await found({ text }), text).toEqual([japanese])
    expect(await found({ text: '日語' })).toEqual([])
    expect(await found({ text: 'ชาวโลก' })).toEqual([thai])
    expect(await found({ text: '메일' })).toEqual([korean])
  })

  test('between quotes stand in a row, in one field', async () => {
    const [id] = await deliver({ subject: 'annual', body: 'the conference room is "big enough"' })
    for (const body of [
      'conference room',
      '"conference room"',
      "'conference room'",
      'room conference',
      '"big enough"',
    ])
      expect(await found({ body }), body).toEqual([id])
    for (const body of ['"room conference"', '"conference is"', 'conference annual'])
      expect(await found({ body }), body).toEqual([])
    expect(await found({ text: 'conference annual' })).toEqual([id])
    expect(await found({ text: '"annual the"' })).toEqual([])
  })

  test('of addresses and hosts are found by every part', async () => {
    const [id] = await deliver({
      from: 'Help <first.last@help.wirhub.example>',
      headers: ['Cc: "Copy, Carl" <cc@copy.example>', 'Bcc: hidden@bcc.example'],
    })
    for (const from of [
      'help',
      'wirhub',
      'wirhub.example',
      '@wirhub.example',
      'first.last@help.wirhub.example',
      'first.last',
      'last@help',
      '"first.last@help.wirhub.example"',
      '<first.last@help.wirhub.example>',
    ])
      expect(await found({ from }), from).toEqual([id])
    for (const from of ['hub.exam', 'irst.las', 'st@hel', 'Hel'])
      expect(await found({ from }), from).toEqual([id])
    for (const from of ['"hub.example"', 'last@help.wirhub.example', 'he', 'hub.test'])
      expect(await found({ from }), from).toEqual([])
    expect(await found({ cc: 'carl' })).toEqual([id])
    expect(await found({ bcc: 'bcc.example' })).toEqual([id])
    expect(await found({ to: 'wirhub' })).toEqual([])
    expect(await found({ text: 'hidden@bcc.example' })).toEqual([id])
  })

  test('of HTML are its text, not its markup, and names of attachments count', async () => {
    const body = [
      '--b',
      'Content-Type: text/html; charset=utf-8',
      '',
      '<p class=styleword>Visible&nbsp;t<b>ex</b>t</p><style>p{}</style>',
      '--b',
      'Content-Type: application/pdf',
      'Content-Disposition: attachment; filename="Quarterly.pdf"',
      '',
      'pdfbytes',
      '--b--',
      '',
    ].join('\r\n')
    const [id] = await deliver({ headers: ['Content-Type: multipart/mixed; boundary=b'], body })
    expect(await found({ body: 'visible text' })).toEqual([id])
    expect(await found({ body: 'styleword' })).toEqual([])
    expect(await found({ text: 'pdfbytes' })).toEqual([])
    expect(await found({ text: 'quarterly' })).toEqual([id])
    expect(await found({ query: 'filename:quarterly.pdf has:attachment' })).toEqual([id])
    expect(await found({ hasAttachment: true, text: 'visible' })).toEqual([id])
  })

  test('that are none find nothing, and a blank text asks nothing', async () => {
    expect(await found({ text: '!!! ...' })).toEqual([])
    expect(((await found({ text: ' ' })) as string[]).length).toBeGreaterThan(0)
    expect(await found({ body: '\0\\\'":*&|!<>()' })).toEqual([])
  })
})

describe('header fields', () => {
  test('are found by name and by text in the value, decoded and whatever the case', async () => {
    const [id] = await deliver({
      headers: ['X-Wild: =?utf-8?q?Gr=C3=BC=C3=9Fe_100%_a_b?=', 'X-Wild: second'],
    })
    for (const header of [
      ['x-wild'],
      ['X-WILD', 'grüße'],
      ['X-Wild', '100% a'],
      ['X-Wild', 'SECOND'],
      ['X-Wild', ''],
    ])
      expect(await found({ header }), String(header)).toEqual([id])
    for (const header of [['x-wil'], ['X-Wild', 'a_b'], ['X-Wild', 'e\nx'], ['X-Wilder', 'grüße']])
      expect(await found({ header }), String(header)).toEqual([])
  })
})

describe('the collation of a sort', () => {
  test('is Unicode’s unless that of ASCII is asked for', async () => {
    const [zebra, eclair, apple] = await deliver(
      { subject: 'Zebra collated' },
      { subject: 'éclair collated' },
      { subject: 'apple collated' },
    )
    const sorted = async (collation?: string) => {
      const sort = [{ property: 'subject', ...(collation === undefined ? {} : { collation }) }]
      return (await ask('Email/query', { filter: { subject: 'collated' }, sort }))['ids']
    }
    expect(await sorted()).toEqual([apple, eclair, zebra])
    expect(await sorted('i;unicode-casemap')).toEqual([apple, eclair, zebra])
    expect(await sorted('i;ascii-casemap')).toEqual([apple, zebra, eclair])
  })
})

describe('arguments', () => {
  const cases: Array<[string, Record<string, unknown>, string]> = [
    ['a filter that is no object', { filter: 'x' }, 'invalidArguments'],
    ['an unknown operator', { filter: { operator: 'XOR', conditions: [] } }, 'invalidArguments'],
    ['an operator without conditions', { filter: { operator: 'AND' } }, 'invalidArguments'],
    ['a condition that is a list', { filter: { operator: 'AND', conditions: [[]] } }, 'invalidArguments'],
    [
      'an operator with more than it has',
      { filter: { operator: 'AND', conditions: [], text: 'x' } },
      'invalidArguments',
    ],
    ['an unknown condition', { filter: { colour: 'red' } }, 'unsupportedFilter'],
    ['a condition named like an object’s own member', { filter: { constructor: 'x' } }, 'unsupportedFilter'],
    ['a text of a wrong type', { filter: { text: 7 } }, 'invalidArguments'],
    ['a date without a zone', { filter: { before: '2026-03-01T00:00:00' } }, 'invalidArguments'],
    ['a date that there is not', { filter: { after: '2026-02-30T00:00:00Z' } }, 'invalidArguments'],
    ['a negative size', { filter: { minSize: -1 } }, 'invalidArguments'],
    ['a size with a fraction', { filter: { maxSize: 1.5 } }, 'invalidArguments'],
    ['an attachment that is no boolean', { filter: { hasAttachment: 'yes' } }, 'invalidArguments'],
    ['a header without a name', { filter: { header: [] } }, 'invalidArguments'],
    ['a header of three', { filter: { header: ['a', 'b', 'c'] } }, 'invalidArguments'],
    ['a header with a bad name', { filter: { header: ['a:b'] } }, 'invalidArguments'],
    ['mailboxes that are no list', { filter: { inMailboxOtherThan: 'L1' } }, 'invalidArguments'],
    ['a mailbox that is not there', { filter: { inMailbox: 'L987654' } }, 'invalidArguments'],
    [
      'one in a filter that finds mail',
      { filter: { operator: 'OR', conditions: [{ inMailbox: 'L987654' }, {}] } },
      'invalidArguments',
    ],
    ['one that is nothing like an id', { filter: { inMailbox: 7 } }, 'invalidArguments'],
    ['a sort that is no list', { sort: { property: 'size' } }, 'invalidArguments'],
    ['a sort without a property', { sort: [{}] }, 'invalidArguments'],
    ['an unknown sort', { sort: [{ property: 'colour' }] }, 'unsupportedSort'],
    ['an unknown collation', { sort: [{ property: 'from', collation: 'x' }] }, 'unsupportedSort'],
    ['a sort by keyword without one', { sort: [{ property: 'hasKeyword' }] }, 'invalidArguments'],
    ['a direction that is no boolean', { sort: [{ property: 'size', isAscending: 1 }] }, 'invalidArguments'],
    ['a negative limit', { limit: -1 }, 'invalidArguments'],
    ['a position with a fraction', { position: 0.5 }, 'invalidArguments'],
    ['an anchor of a wrong type', { anchor: 7 }, 'invalidArguments'],
    ['an anchor that is not there', { anchor: 'M987654' }, 'anchorNotFound'],
    ['an unknown argument', { colour: 'red' }, 'invalidArguments'],
  ]

  test.each(cases)('%s', async (_, args, type) => {
    expect(await ask('Email/query', args)).toMatchObject({ type })
  })

  test('filters nest ten deep and no deeper', async () => {
    const nested = (depth: number): unknown =>
      depth === 1 ? { text: 'x' } : { operator: 'NOT', conditions: [nested(depth - 1)] }
    expect(await ask('Email/query', { filter: nested(10) })).toHaveProperty('ids')
    expect(await ask('Email/query', { filter: nested(11) })).toMatchObject({ type: 'unsupportedFilter' })
    expect(await ask('Email/query', { filter: nested(30) })).toMatchObject({ type: 'unsupportedFilter' })
  })

  test('a filter of null, an empty one and none are alike, and huge numbers are numbers', async () => {
    const all = (await ask('Email/query', {}))['ids']
    expect(await found(null)).toEqual(all)
    expect(await found({})).toEqual(all)
    expect(await found({ operator: 'AND', conditions: [] })).toEqual(all)
    expect(await found({ operator: 'OR', conditions: [] })).toEqual([])
    const huge = { position: Number.MAX_SAFE_INTEGER, limit: Number.MAX_SAFE_INTEGER, calculateTotal: true }
    expect(await ask('Email/query', huge)).toMatchObject({ ids: [], limit: 5000 })
    expect(await ask('Email/query', { position: -Number.MAX_SAFE_INTEGER })).toMatchObject({
      ids: all,
      position: 0,
    })
    expect(await ask('Email/query', { filter: { minSize: 2 ** 52 } })).toMatchObject({ ids: [] })
  })

  test('a limit of 0 counts, as clients do for their labels', async () => {
    const answer = await ask('Email/query', { limit: 0, calculateTotal: true })
    expect(answer['ids']).toEqual([])
    expect(answer['total']).toBeGreaterThan(0)
  })

  test('that find nothing leave Email/get nothing to read, and it answers with their state', async () => {
    const { accountId } = rig.ada
    const get = { accountId, '#ids': { resultOf: 'c0', name: 'Email/query', path: '/ids' } }
    const [queried, got] = await rig.ada.call(
      ['Email/query', { accountId, filter: { text: 'nobodywrotethis' }, calculateTotal: true }],
      ['Email/get', { ...get, properties: ['subject'] }],
    )
    const { queryState } = queried![1]
    expect(queried![1]).toMatchObject({ ids: [], total: 0 })
    expect(got![1]).toEqual({ accountId, state: queryState, list: [], notFound: [] })
    const [elsewhere] = await rig.ada.call(['Email/get', { accountId, ids: [] }])
    expect(elsewhere![1]['state']).toBe(queryState)
  })
})

describe('changes of results', () => {
  test('are refused for states unknown and when there are more than asked for', async () => {
    const { queryState } = await ask('Email/query', {})
    await deliver({ subject: 'one' }, { subject: 'two' })
    const since = (more: Record<string, unknown>) =>
      ask('Email/queryChanges', { sinceQueryState: queryState, ...more })
    expect(await since({ maxChanges: 1 })).toMatchObject({ type: 'tooManyChanges' })
    expect(await since({ maxChanges: 2 })).toMatchObject({ removed: [], added: [{ index: 0 }, { index: 1 }] })
    expect(await since({ maxChanges: 0 })).toMatchObject({ type: 'invalidArguments' })
    expect(await since({ sinceQueryState: '99999999' })).toMatchObject({ type: 'cannotCalculateChanges' })
    expect(await since({ sinceQueryState: 'x' })).toMatchObject({ type: 'cannotCalculateChanges' })
    expect(await since({ sinceQueryState: 7 })).toMatchObject({ type: 'invalidArguments' })
    expect(await since({ filter: { colour: 1 } })).toMatchObject({ type: 'unsupportedFilter' })
  })

  test('name what came with its place and what went, and end at the last id of interest', async () => {
    const sort = [{ property: 'receivedAt', isAscending: true }]
    const [a, b] = await deliver({ subject: 'unique alpha', at: 500 }, { subject: 'unique beta', at: 501 })
    const asked = { filter: { subject: 'unique' }, sort }
    const before = await ask('Email/query', asked)
    const [c] = await deliver({ subject: 'unique gamma', at: 499 }, { subject: 'unique delta', at: 600 })
    await ask('Email/set', { destroy: [a] })
    const changed = await ask('Email/queryChanges', {
      ...asked,
      sinceQueryState: before['queryState'],
      upToId: b,
      calculateTotal: true,
    })
    expect(changed).toMatchObject({ removed: [a], added: [{ id: c, index: 0 }], total: 3 })
  })

  test('are not promised for searches that mean something else tomorrow', async () => {
    const passing = await ask('Email/query', { filter: { query: 'newer_than:2d' } })
    expect(passing['canCalculateChanges']).toBe(false)
    const answer = await ask('Email/queryChanges', {
      filter: { query: 'in:work' },
      sinceQueryState: passing['queryState'],
    })
    expect(answer).toMatchObject({ type: 'cannotCalculateChanges' })
    expect(await ask('Email/query', { filter: { query: 'from:ann' } })).toMatchObject({
      canCalculateChanges: true,
    })
  })
})

describe('what people type', () => {
  test('is a condition beside the others, in the user’s own days', async () => {
    // start is 2026-03-01 10:00 UTC; 13 hours later it is the second of March in Berlin
    const [first, second] = await deliver(
      { subject: 'typed one', at: 0 },
      { subject: 'typed two', at: 13 * 60 + 1 },
    )
    expect(await found({ query: 'subject:typed after:2026-03-02' })).toEqual([second])
    expect(await found({ query: 'typed before:2026-03-02', inMailbox: inbox() })).toEqual([first])
    expect(await found({ query: 'typed in:inbox -subject:two' })).toEqual([first])
    expect(await found({ query: 'typed in:trash' })).toEqual([])
    expect(await found({ query: 'typed from:' })).toEqual([])
  })

  test('needs its capability', async () => {
    const using = ['urn:ietf:params:jmap:core', 'urn:ietf:params:jmap:mail']
    const args = { accountId: rig.ada.accountId, filter: { query: 'x' } }
    const { json } = await rig.ada.post(JSON.stringify({ using, methodCalls: [['Email/query', args, '0']] }))
    expect(json['methodResponses']).toMatchObject([['error', { type: 'unsupportedFilter' }, '0']])
  })

  test('says how much could not be searched yet, and a job makes up for it', async () => {
    await rig.room.mail.search.readAttachments()
    const [id] = await deliver({
      subject: 'latecomer',
      headers: ['Content-Type: multipart/mixed; boundary=b'],
      body: '--b\r\n\r\ntext\r\n--b\r\nContent-Type: text/csv; name=a.csv\r\n\r\nturnover\r\n--b--',
    })
    const number = emailWireId.decode(id)!
    const { database } = rig.room.db
    await database.query('delete from message_search where message_id = $1', [number])
    await database.query('insert into message_unindexed (message_id, account_id) values ($1, $2)', [
      number,
      rig.ada.account.id,
    ])
    const asked = { filter: { text: 'latecomer' } }
    const missed = { ids: [], notSearched: 1, canCalculateChanges: false }
    expect(await ask('Email/query', asked)).toMatchObject(missed)
    expect(await ask('Email/query', { ...asked, calculateTotal: true })).toMatchObject({
      ...missed,
      total: 0,
    })
    const { total, indexed } = await rig.room.mail.search.coverage(rig.ada.account.id)
    expect(total - indexed).toBe(1)
    expect(await ask('Email/query', { filter: { inMailbox: inbox() }, limit: 0 })).not.toHaveProperty(
      'notSearched',
    )
    expect(await rig.room.mail.search.catchUp()).toBeGreaterThan(0)
    expect(await rig.room.mail.search.catchUp()).toBe(0)
    expect(await ask('Email/query', asked)).toMatchObject({
      ids: [id],
      notSearched: 0,
      attachmentsNotSearched: 1,
      canCalculateChanges: false,
    })
    expect(await found({ body: 'turnover' })).toEqual([])
    expect(await ask('Email/query', { filter: { from: 'latecomer' } })).toMatchObject({
      notSearched: 0,
      attachmentsNotSearched: 0,
      canCalculateChanges: true,
    })
    expect(await rig.room.mail.search.readAttachments()).toBe(1)
    expect(await ask('Email/query', asked)).toMatchObject({
      ids: [id],
      notSearched: 0,
      attachmentsNotSearched: 0,
      canCalculateChanges: true,
    })
    expect(await found({ body: 'turnover' })).toEqual([id])
  })
})
