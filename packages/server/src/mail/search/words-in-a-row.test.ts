import { parseMessage } from '@plmail/mail-format'
import type { AccountId, MessageId } from '@plmail/wire'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BlobDamaged, type Blobs } from '../../store/index.ts'
import type { EmailFilter } from '../types.ts'
import { createMail } from '../index.ts'
import {
  readBytes,
  deliver,
  type MessageToDeliver,
  mailOfEachTest,
  newAccount,
} from '../../../../server-testing/src/mail/test-mail.ts'
import { everywhere, type WordField } from './word-fields.ts'
import { wordsIn } from './email-filter.ts'
import { buildSearchRow } from './index-message.ts'
import { markedText, listSnippetTerms } from './snippet.ts'
import { toTerms, tsquery } from './search-terms.ts'

// Words in a row of which the last is only begun: `anna-mari*`, and most that is asked in scripts without blanks.

const { room, account } = mailOfEachTest()

type Content = Omit<MessageToDeliver, 'boxes'>

const arrived = (message: Content) =>
  deliver(room, account.id, [{ ...message, boxes: [account.boxes.inbox] }])

const find = async (filter: EmailFilter) => {
  const page = { sort: [], collapseThreads: false, position: 0, limit: 50, calculateTotal: false }
  const { found } = await room.mail.read.query(account.id, { filter, ...page })
  return found === 'anchor-not-found' ? [] : found.ids
}

/** Whether the text of a message is found, asked of its words alone. */
async function isFound(message: Content, asked: string): Promise<boolean> {
  const raw = readBytes({ ...message, boxes: [] })
  const [found] = await room.db.database.query<{ isFound: boolean }>(
    'select $1::text::tsvector @@ $2::text::tsquery as "isFound"',
    [buildSearchRow(raw, parseMessage(raw)).words, tsquery(['body'], toTerms(asked)).join('')],
  )
  return found!.isFound
}

const twice = (plain: string, html: string): Content => ({
  headers: ['Content-Type: multipart/alternative; boundary=b'],
  body: [
    '--b',
    'Content-Type: text/plain; charset=utf-8',
    '',
    plain,
    '--b',
    'Content-Type: text/html; charset=utf-8',
    '',
    html,
    '--b--',
  ].join('\r\n'),
})
const utf8 = (body: string): Content => ({ headers: ['Content-Type: text/plain; charset=utf-8'], body })
const filler = (words: number) => 'filler '.repeat(words)

const present: Array<[string, Content, string, WordField]> = [
  ['a name with an address', { from: 'Anna Maria <maria@x.example>' }, 'anna-mari*', 'from'],
  ['a name with the address of another', { from: 'Anna Maria <maria.b@x.example>' }, 'anna-m*', 'from'],
  ['a recipient', { to: 'Anna Maria <anna.maria@x.example>, maria@y.example' }, 'anna-mari*', 'to'],
  ['an address', { from: 'maria@example.com' }, 'maria@exam*', 'from'],
  ['a name without blanks', { from: 'กข-ก <ก@x.example>' }, 'กข-ก', 'from'],
  ['a subject', { subject: 'Anna Maria, maria@x.example' }, 'anna-mari*', 'subject'],
  ['a text that is there twice', twice('Anna Maria here', 'Anna Maria here mariachi'), 'anna-mari*', 'body'],
  ['a long text', utf8(`${filler(16_373)}Anna Maria ${filler(20)}mariachi`), 'anna-mari*', 'body'],
]

test.each(present)('are found in %s', async (_, message, text, field) => {
  const ids = await arrived(message)
  expect(await find(wordsIn(text, [field]))).toEqual(ids)
  expect(await find(wordsIn(text, everywhere))).toEqual(ids)
})

const absent: Array<[string, Content, string]> = [
  ['an address that begins so', { from: 'Anna <b@x.example>', to: 'maria.c@x.example' }, 'anna-mari*'],
  ['a word of the other text', twice('Anna was here', 'Anna was here mariachi'), 'here-mari*'],
  [
    'another word of the other text',
    twice('We were all of us here', 'We were all of us here anna mariachi'),
    'anna-mari*',
  ],
]

test.each(absent)('are not made of one and %s', async (_, message, text) => {
  await arrived(message)
  expect(await find(wordsIn(text, everywhere))).toEqual([])
})

test('are not made of one near the last position there is and another far behind', async () => {
  for (let before = 16_360; before < 16_390; before += 1) {
    const message = utf8(`${filler(before)}Anna กข x mariachi`)
    expect([await isFound(message, 'anna-mari*'), await isFound(message, 'กข-mari*')]).toEqual([false, false])
  }
})

test('are found wherever they would be marked, whatever else the message says', async () => {
  const word = fc.constantFrom('a', 'ab', 'abc', 'b', 'ก', 'กข', '日本', '日本語')
  const words = (max: number) => fc.array(word, { minLength: 2, maxLength: max })
  await fc.assert(
    fc.asyncProperty(words(6), words(6), words(3), async (shown, twin, some) => {
      // so long that of its twin only the words that are new are kept
      const text = `${shown.join(' ')} ${filler(5)}`
      const asked = `${some.join('-')}*`
      const wanted = listSnippetTerms({ kind: 'words', fields: ['body'], terms: toTerms(asked) }, 'body')
      expect(await isFound(twice(text, twin.join(' ')), asked)).toBe(markedText(text, wanted) !== null)
    }),
    { numRuns: 300 },
  )
})

test('are found in mail from before every word had a place, and until then that is said', async () => {
  const ids = await arrived({ from: 'Anna Maria <maria@x.example>', body: 'parts of bodies' })
  await room.mail.search.catchUp()
  const { database } = room.db
  await database.query(
    `update message_search set is_placed = false, words = (
       select string_agg(
         quote_literal(lexeme) || coalesce(':' || nullif(array_to_string(positions, ','), '16383'), ''), ' ')
       from unnest(words))::tsvector
     where message_id = any ($1::bigint[])`,
    [ids],
  )
  const asked = wordsIn('anna-mari*', ['from'])
  const missing = (filter: EmailFilter) => room.mail.search.missing(account.id, { filter, sort: [] })
  expect(await find(asked)).toEqual([])
  expect(await missing(asked)).toEqual({ messages: 1, attachments: 0 })
  for (const text of ['maria', 'mari*', '"anna maria"', '*arts']) {
    expect(await find(wordsIn(text, everywhere)), text).toEqual(ids)
    expect(await missing(wordsIn(text, everywhere)), text).toEqual({ messages: 0, attachments: 0 })
  }
  expect(await afterOneBatch().search.catchUp()).toBe(ids.length)
  for (const filter of [asked, wordsIn('*arts', everywhere)]) {
    expect(await missing(filter)).toEqual({ messages: 0, attachments: 0 })
    expect(await find(filter)).toEqual(ids)
  }
})

test('are found in old mail although the bytes of newer mail are lost, which keeps what it is found by', async () => {
  const old = await arrived({ from: 'Anna Maria <maria@x.example>', body: 'older' })
  const [indexed] = await arrived({ from: 'Anna Maria <maria@x.example>', body: 'precious words' })
  const [never] = await arrived({ from: 'Anna Maria <maria@x.example>', body: 'unread words' })
  await room.mail.search.catchUp()
  const { database } = room.db
  await database.query('update message_search set is_placed = false')
  await database.query('delete from message_search where message_id = $1', [never])
  await database.query('insert into message_unindexed select id, account_id from message where id = $1', [
    never,
  ])
  const lost = await loadDigests([indexed!, never!])
  const get: Blobs['get'] = async (digest) => {
    if (lost.has(digest.toString('hex'))) throw new BlobDamaged('lost')
    return blobs.get(digest)
  }
  const { blobs } = room.parts
  await createMail({ ...room.parts, blobs: { ...blobs, get } }).search.catchUp()
  expect(await database.query('select 1 from message_search where not is_placed')).toEqual([])
  expect(await database.query('select 1 from message_unindexed')).toEqual([])
  expect(await find(wordsIn('older', ['body']))).toEqual(old)
  expect(await find(wordsIn('precious', ['body']))).toEqual([indexed])
  expect(await find(wordsIn('unread', ['body']))).toEqual([])
  expect(await find(wordsIn('anna-mari*', ['from']))).toEqual([never, indexed, ...old])
})

test('wait for storage that cannot be read at the moment', async () => {
  const ids = await arrived({ body: 'precious words' })
  await room.mail.search.catchUp()
  const unplaced = 'update message_search set is_placed = false where message_id = any ($1::bigint[])'
  await room.db.database.query(unplaced, [ids])
  const get: Blobs['get'] = () => Promise.reject(new Error('EIO'))
  const failing = createMail({ ...room.parts, blobs: { ...room.parts.blobs, get } })
  await expect(failing.search.catchUp()).rejects.toThrow('EIO')
  expect(await room.mail.search.catchUp()).toBe(1)
})

async function loadDigests(ids: readonly MessageId[]): Promise<Set<string>> {
  const rows = await room.db.database.query<{ digest: Buffer }>(
    'select blob_digest as digest from message where id = any ($1::bigint[])',
    [ids],
  )
  return new Set(rows.map(({ digest }) => digest.toString('hex')))
}

/** The room with a clock that is a minute later at every third look, so that a run ends after one batch. */
function afterOneBatch() {
  let looks = 0
  const now = () => {
    if (looks++ % 3 === 2) room.clock.advance(60_000)
    return room.clock.now()
  }
  return createMail({ ...room.parts, clock: { now } })
}

test('are written anew without taking back what another process has read of attachments meanwhile', async () => {
  const ids = await arrived({
    headers: ['Content-Type: multipart/mixed; boundary=b'],
    body: '--b\r\n\r\nshown\r\n--b\r\nContent-Type: text/csv; name=a.csv\r\n\r\nquarterly\r\n--b--',
  })
  await room.mail.search.catchUp()
  await room.db.database.query(
    'update message_search set is_placed = false where message_id = any ($1::bigint[])',
    [ids],
  )
  let read = 0
  const { blobs } = room.parts
  const get: typeof blobs.get = async (digest) => {
    // the row and its attachments, not read yet, have been looked up
    if (read === 0) read = await room.mail.search.readAttachments()
    return blobs.get(digest)
  }
  await createMail({ ...room.parts, blobs: { ...blobs, get } }).search.catchUp()
  expect(read).toBe(1)
  expect(await find(wordsIn('quarterly', everywhere))).toEqual(ids)
})

test('are missed in no other account', async () => {
  const otherAccount = await newAccount(room)
  const ids = await deliver(room, otherAccount.id, [{ boxes: [otherAccount.boxes.inbox] }])
  await room.db.database.query(
    'update message_search set is_placed = false where message_id = any ($1::bigint[])',
    [ids],
  )
  const missing = (id: AccountId) =>
    room.mail.search.missing(id, { filter: wordsIn('anna-mari*', everywhere), sort: [] })
  expect((await missing(otherAccount.id)).messages).toBe(1)
  expect((await missing(account.id)).messages).toBe(0)
})
