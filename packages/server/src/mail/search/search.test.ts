import { parseMessage } from '@plmail/mail-format'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BlobDamaged, type Blobs } from '../../store/index.ts'
import type { EmailFilter } from '../types.ts'
import { createMail } from '../index.ts'
import {
  arrives,
  readBytes,
  deliver,
  type MessageToDeliver,
  mailOfEachTest,
  newAccount,
} from '../../../../server-testing/src/mail/test-mail.ts'
import { everywhere, type WordField } from './word-fields.ts'
import { wordsIn } from './email-filter.ts'
import { fold } from './fold.ts'
import { buildSearchRow } from './index-message.ts'
import { toTerms, tsquery } from './search-terms.ts'
import { parseSearchWords, splitWords } from './words.ts'

const { room, account } = mailOfEachTest()

const find = async (filter: EmailFilter) => {
  const page = { sort: [], collapseThreads: false, position: 0, limit: 50, calculateTotal: false }
  const { found } = await room.mail.read.query(account.id, { filter, ...page })
  return found === 'anchor-not-found' ? [] : found.ids
}
const word = (text: string) => wordsIn(text, everywhere)

/** Text as strangers write it: any characters, many of them odd. */
const strange = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 100 }),
  fc
    .array(
      fc.constantFrom(
        "'",
        '\\',
        ':',
        '*',
        '&',
        '|',
        '!',
        '(',
        '<->',
        '@',
        '.',
        '-',
        'a',
        'ß',
        'İ',
        'ﷺ',
        '日',
        '語',
        'ก',
        '🎉',
        '\ud83c',
        '\0',
        '"',
        ' ',
      ),
      { maxLength: 60 },
    )
    .map((parts) => parts.join('')),
)

describe('words', () => {
  test('are told by their place in the text, in order, and are never empty', () => {
    fc.assert(
      fc.property(strange, (text) => {
        const words = splitWords(text)
        for (const [index, one] of words.entries()) {
          expect(one.text).not.toBe('')
          expect(one.end).toBeGreaterThan(one.start)
          expect(one.at).toBeGreaterThanOrEqual(words[index - 1]?.at ?? 0)
          expect(fold(text.slice(one.start, one.end)).startsWith(one.text)).toBe(true)
        }
        const places = new Set(words.map((hit) => `${hit.at} ${hit.text}`))
        for (const wantedWord of parseSearchWords(text))
          expect(places).toContain(`${wantedWord.at} ${wantedWord.text}`)
      }),
      { numRuns: 2_000 },
    )
  })

  test('folded twice are folded once', () => {
    fc.assert(
      fc.property(strange, (text) => {
        expect(fold(fold(text))).toBe(fold(text))
      }),
    )
  })

  test('in Latin letters are found and folded as beside any other letter', () => {
    const latin = fc.array(
      fc.nat(0x24f).map((code) => String.fromCharCode(code)),
      { maxLength: 60 },
    )
    fc.assert(
      fc.property(latin, (letters) => {
        const text = letters.join('')
        expect(`${fold(text)}ж`).toBe(fold(`${text}ж`))
        expect(splitWords(text)).toEqual(splitWords(`${text} ж`).slice(0, -1))
      }),
      { numRuns: 2_000 },
    )
  })

  test('of anything are a tsvector and a tsquery to PostgreSQL, which finds the one in the other', async () => {
    const { database } = room.db
    const field = fc.constantFrom<WordField>('subject', 'from', 'body')
    await fc.assert(
      fc.asyncProperty(strange, field, async (text, where) => {
        const summary = {
          subject: where === 'subject' ? text : '',
          from: where === 'from' ? [{ name: text, email: text }] : [],
        }
        const raw = Buffer.from(
          `Content-Type: text/plain; charset=utf-8\r\n\r\n${where === 'body' ? text : ''}`,
        )
        const row = buildSearchRow(raw, { ...parseMessage(raw), summary })
        await database.query('select $1::text::tsvector, $2::text', [row.words, row.headers])
        const terms = toTerms(where === 'body' ? '' : text)
        if (terms.length === 0) return
        const query = tsquery([where], terms)
          .filter((piece) => typeof piece === 'string')
          .join('')
        const [found] = await database.query<{ isFound: boolean }>(
          'select $1::text::tsvector @@ $2::text::tsquery as "isFound"',
          [row.words, query],
        )
        // quotes and stars in it mean something to a search
        expect(found?.isFound || /["'*\\]/.test(text), query).toBe(true)
      }),
      { numRuns: 300, examples: [['ก-ก<->', 'from']] },
    )
  })
})

describe('hostile mail', () => {
  const cases: Array<[string, string, string]> = [
    ['letters that unfold into many', '', 'ﷺﷺﷺﷺ'.concat(' ').repeat(60_000)],
    ['a hundred thousand different words', '', Array.from({ length: 100_000 }, (_, n) => `w${n}`).join(' ')],
    ['one word over and over', '', 'again '.repeat(60_000)],
    ['a word without end', '', '𐌰'.repeat(150_000)],
    [
      'characters without blanks',
      '',
      Array.from({ length: 60_000 }, (_, n) => String.fromCodePoint(0x4e00 + ((n * 7_919) % 20_000))).join(
        '',
      ),
    ],
    [
      'ten thousand recipients',
      `To: ${Array.from({ length: 10_000 }, (_, n) => `p${n}@h${n}.a.b.c.d.e.example`).join(',\r\n ')}\r\n`,
      'text',
    ],
    [
      'ten thousand header fields',
      Array.from({ length: 10_000 }, (_, n) => `X-${n}: ${'v'.repeat(20)}\r\n`).join(''),
      'text',
    ],
  ]

  test.each(cases)('of %s arrives and is found by its subject', async (_, header, body) => {
    const raw = Buffer.from(
      `Subject: hostile\r\nContent-Type: text/plain; charset=utf-8\r\n${header}\r\n${body}`,
    )
    const began = process.cpuUsage()
    const prepared = await room.mail.ingest.prepare([raw])
    const { user, system } = process.cpuUsage(began)
    expect((user + system) / 1000).toBeLessThan(10_000)
    const { result } = await room.changes.write(account.id, arrives, (change) =>
      room.mail.ingest.arrive(change, [
        { prepared: prepared[0]!, mailboxIds: [account.boxes.inbox], keywords: [], receivedAt: new Date() },
      ]),
    )
    expect(await find(wordsIn('hostile', ['subject']))).toEqual(result)
  })
})

describe('the index', () => {
  test('is one account’s own', async () => {
    const otherAccount = await newAccount(room)
    await deliver(room, otherAccount.id, [{ subject: 'theirs', boxes: [otherAccount.boxes.inbox] }])
    expect(await find(word('theirs'))).toEqual([])
  })

  test('follows messages to the ids they get when threads merge', async () => {
    const boxes = [account.boxes.inbox]
    const [, b] = await deliver(room, account.id, [
      { id: 'a', subject: 'first', boxes },
      { id: 'b', subject: 'second', boxes },
    ])
    await deliver(room, account.id, [{ id: 'c', subject: 'joins', references: ['a', 'b'], boxes }])
    const [now] = await find(word('second'))
    expect(now).toBeDefined()
    expect(now).not.toBe(b)
    expect(await room.mail.search.coverage(account.id)).toEqual({ indexed: 3, total: 3 })
  })

  test('forgets what is removed at once, and its words with the purge', async () => {
    const [id] = await deliver(room, account.id, [{ subject: 'gone', boxes: [account.boxes.inbox] }])
    await room.changes.write(account.id, arrives, (change) => room.mail.provided.remove(change, [id!]))
    expect(await find(word('gone'))).toEqual([])
    room.clock.advance(31 * 86_400_000)
    await room.mail.purge()
    expect(await room.db.database.query('select 1 from message_search where message_id = $1', [id])).toEqual(
      [],
    )
  })

  test('keeps of text that is there twice what is new in the second', () => {
    const html = `<p>${'same text here '.repeat(20)}</p><p>hidden extra</p>`
    const raw = Buffer.from(
      `Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\n\r\n${'same text here '.repeat(20)}\r\n--b\r\nContent-Type: text/html\r\n\r\n${html}\r\n--b--\r\n`,
    )
    const { words } = buildSearchRow(raw, parseMessage(raw))
    expect(words).toContain("'extra'")
    expect(/'same':([\d,]+)/.exec(words)?.[1]?.split(',')).toHaveLength(20)
  })

  test('is made good in batches for mail that is older than it, and interrupted anywhere goes on', async () => {
    const boxes = [account.boxes.inbox]
    await deliver(
      room,
      account.id,
      Array.from({ length: 1_050 }, (_, n) => ({ subject: `old ${n}`, boxes })),
    )
    const { database } = room.db
    await database.query('delete from message_search')
    await database.query(
      'insert into message_unindexed select id, account_id from message on conflict do nothing',
    )
    const { total } = await room.mail.search.coverage(account.id)
    expect(await room.mail.search.missing(account.id, { filter: word('old'), sort: [] })).toEqual({
      messages: total,
      attachments: 0,
    })
    // every third look at the clock is a minute later, so that a run ends after one batch
    let looks = 0
    const hurrying = {
      now: () => {
        if (looks++ % 3 === 2) room.clock.advance(60_000)
        return room.clock.now()
      },
    }
    const hurried = createMail({ ...room.parts, clock: hurrying })
    expect(await hurried.search.catchUp()).toBe(100)
    while ((await room.mail.search.catchUp()) > 0);
    expect(await room.mail.search.coverage(account.id)).toEqual({ indexed: total, total })
    expect(await find(word('"old 1049"'))).toHaveLength(1)
    const raw = readBytes({ subject: 'old 7', boxes })
    const [row] = await database.query<{ isEqual: boolean }>(
      `select s.words = ($1 || ' ' || $2)::tsvector as "isEqual" from message_search s
       join message m on m.id = s.message_id where m.subject = 'old 7' and m.account_id = $3`,
      [`A${account.id}`, buildSearchRow(raw, parseMessage(raw)).words, account.id],
    )
    expect(row).toEqual({ isEqual: true })
  })
})

describe('a part of very many words', () => {
  test('stands for the shortest of them, and then changes of the results are not promised', async () => {
    const boxes = [account.boxes.inbox]
    const words = Array.from({ length: 1_001 }, (_, n) => `xyzzy${String(n).padStart(4, '0')}`)
    await deliver(room, account.id, [{ subject: words.slice(0, 100).join(' '), boxes }])
    const asked = { filter: wordsIn('yzz', ['subject']), sort: [], collapseThreads: false }
    const sinceState = await room.changes.state(account.id)
    const changes = () =>
      room.mail.read.queryChanges(account.id, {
        ...asked,
        sinceState,
        maxChanges: 100,
        calculateTotal: false,
      })
    expect(await changes()).toMatchObject({ added: [] })
    const messages = Array.from({ length: 10 }, (_, n) => ({
      subject: words.slice(n * 100, n * 100 + 101).join(' '),
      boxes,
    }))
    const ids = await deliver(room, account.id, [...messages, { subject: 'xyzzylonger', boxes }])
    expect(await find(asked.filter)).toEqual(expect.arrayContaining(ids.slice(0, 10)))
    expect(await find(asked.filter)).not.toContain(ids[10])
    expect(await changes()).toBe('cannot-calculate')
  })
})

describe('attachments', () => {
  const csv = (text: string): MessageToDeliver => ({
    headers: ['Content-Type: multipart/mixed; boundary=b'],
    body: `--b\r\n\r\nshown\r\n--b\r\nContent-Type: text/csv; name=a.csv\r\n\r\n${text}\r\n--b--`,
    boxes: [account.boxes.inbox],
  })
  const gaps = () => room.mail.search.missing(account.id, { filter: word('x'), sort: [] })

  test('are found by what they say, parts of words included, once they were read, and only then', async () => {
    const ids = await deliver(room, account.id, [csv('Stromrechnung quarterly'), csv('other')])
    expect(await find(word('quarterly'))).toEqual([])
    expect(await gaps()).toEqual({ messages: 0, attachments: 2 })
    expect(await room.mail.search.readAttachments()).toBe(2)
    expect(await gaps()).toEqual({ messages: 0, attachments: 0 })
    await room.mail.search.catchUp()
    for (const text of ['quarterly', '"stromrechnung quarterly"', '*rechnung', 'shown stromrechnung'])
      expect(await find(word(text)), text).toEqual([ids[0]])
    expect(await find(word('"shown stromrechnung"'))).toEqual([])
    expect(await find(wordsIn('quarterly', ['subject']))).toEqual([])
  })

  test('that were read stay found when the mail is read anew', async () => {
    const ids = await deliver(room, account.id, [csv('lasting')])
    await room.mail.search.readAttachments()
    await room.db.database.query('insert into message_unindexed select id, account_id from message')
    await room.mail.search.catchUp()
    expect(await find(word('lasting'))).toEqual(ids)
  })

  test('whose bytes are lost do not hold up those of older mail', async () => {
    const ids = await deliver(room, account.id, [csv('reachable'), csv('unreachable')])
    const [lost] = await room.db.database.query<{ digest: Buffer }>(
      'select blob_digest as digest from message where id = $1',
      [ids[1]],
    )
    const { blobs } = room.parts
    const get: Blobs['get'] = async (digest) => {
      if (digest.equals(lost!.digest)) throw new BlobDamaged('lost')
      return blobs.get(digest)
    }
    const damaged = createMail({ ...room.parts, blobs: { ...blobs, get } })
    expect(await damaged.search.readAttachments()).toBe(2)
    expect(await find(word('reachable'))).toEqual([ids[0]])
    expect(await find(word('shown'))).toEqual(expect.arrayContaining(ids))
  })

  test('that cannot be read hold up nothing, nor do those that end the process', async () => {
    const ids = await deliver(room, account.id, [csv('unreadable')])
    let tries = 0
    const reader = { rest: async () => {}, read: () => Promise.reject(new Error(`try ${++tries}`)) }
    const failing = createMail({ ...room.parts, attachments: reader })
    for (let run = 1; run <= 3; run += 1)
      await expect(failing.search.readAttachments()).rejects.toThrow(`try ${run}`)
    expect(await failing.search.readAttachments()).toBe(1)
    expect(await gaps()).toEqual({ messages: 0, attachments: 0 })
    expect(await find(word('shown'))).toEqual(ids)
  })
})
