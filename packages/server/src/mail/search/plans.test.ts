import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Sql } from '../../store/index.ts'
import type { EmailFilter, EmailQuery } from '../types.ts'
import { createMail, type Mail } from '../index.ts'
import {
  type AccountForTests,
  deliver,
  type MailForTests,
  mailForTests,
  newAccount,
} from '../../../../server-testing/src/mail/test-mail.ts'
import { missingStatement } from './coverage.ts'
import { everywhere } from './word-fields.ts'
import { wordsIn } from './email-filter.ts'

let room: MailForTests
let account: AccountForTests
let mail: Mail
/** The plans of the statements that gathered results since the last look. */
let plans: string[] = []

const word = (text: string) => wordsIn(text, everywhere)
const inInbox = (): EmailFilter => ({ kind: 'in-mailbox', mailboxIds: [account.boxes.inbox] })
const keyword = (name: string): EmailFilter => ({ kind: 'keyword', keyword: name, of: 'message' })
const and = (...filters: EmailFilter[]): EmailFilter => ({ kind: 'and', filters })
const page = { sort: [], collapseThreads: true, position: 0, limit: 50, calculateTotal: true }

beforeAll(async () => {
  room = await mailForTests()
  account = await newAccount(room)
  const otherAccount = await newAccount(room)
  for (const accountForTests of [account, otherAccount])
    for (let batch = 0; batch < 15; batch++)
      await deliver(room, accountForTests.id, letters(accountForTests, batch))
  // as many words as twenty thousand messages have
  await room.db.database.query(
    `insert into search_word
     select $1::bigint, 'S' || word, array(select substr(word, n, 3) from generate_series(1, 6) n) || ($1::bigint || 'h')
     from (select distinct substr(md5(n::text), 1, 8) as word from generate_series(1, 20000) as n) as made`,
    [account.id],
  )
  await leaveWork(otherAccount)
  await room.db.database.query('vacuum analyze')
  mail = explaining()
})
afterAll(() => room[Symbol.asyncDispose]())

/** Two hundred letters: half of them with a frequent word, one in a hundred with a rare one. */
function letters(one: AccountForTests, batch: number) {
  return Array.from({ length: 200 }, (_, n) => ({
    id: `${one.id}.${batch}.${n}`,
    at: batch * 200 + n,
    subject: `letter ${n % 50}`,
    ...(n % 4 === 3 ? { inReplyTo: `${one.id}.${batch}.${n - 1}` } : {}),
    body: `${n % 2 ? 'frequent' : 'other'} ${n % 100 === 7 ? 'rarely' : 'often'} word${batch} ${n} ${'filler '.repeat(400)}`,
    keywords: [...(n % 3 ? ['$seen'] : []), ...(n % 40 === 0 ? ['$flagged'] : [])],
    boxes: [n % 5 < 3 ? one.boxes.inbox : one.boxes.work],
  }))
}

function explaining(): Mail {
  const { database } = room.db
  const explain = async (sql: Sql, text: string, values?: readonly unknown[]) => {
    if (!text.includes('matching') || text.includes('newest')) return
    const rows = await sql.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
  }
  const explained = (sql: Sql): Sql => ({
    query: async <Row>(text: string, values?: readonly unknown[]) => {
      await explain(sql, text, values)
      return sql.query<Row>(text, values)
    },
    prepared: async <Row>(name: string, text: string, values?: readonly unknown[]) => {
      await explain(sql, text, values)
      return sql.prepared<Row>(name, text, values)
    },
  })
  return createMail({
    ...room.parts,
    database: {
      ...database,
      ...explained(database),
      transaction: (work) => database.transaction((tx) => work({ ...tx, ...explained(tx) })),
    },
  })
}

/** All that jobs have to do for mail is left to do for one account, and one part of a hundred for the others. */
async function leaveWork({ id }: AccountForTests): Promise<void> {
  const { database } = room.db
  const some = `from message where account_id = $1 or id % 100 = 0`
  await database.query('delete from message_unparted')
  for (const table of ['attachment_text', 'message_unindexed', 'message_unparted'])
    await database.query(`insert into ${table} (message_id, account_id) select id, account_id ${some}`, [id])
  await database.query(
    `update message_search set is_placed = false where message_id in (select id ${some})`,
    [id],
  )
}

/** By itself: only so many statements are joined with what they find, and all tests of a process use them up. */
async function planOfMissing(filter: EmailFilter): Promise<string> {
  const { text } = missingStatement({ filter })
  const plan = await room.db.database.query<{ 'QUERY PLAN': string }>(`explain ${text}`, [account.id])
  return plan.map((row) => row['QUERY PLAN']).join('\n')
}

async function explainPlan(query: Partial<EmailQuery>): Promise<string> {
  plans = []
  await mail.read.query(account.id, { filter: and(), ...page, ...query })
  expect(plans).toHaveLength(1)
  return plans[0]!
}

describe('no mailbox is read from end to end', () => {
  const cases: Array<[string, () => Partial<EmailQuery>]> = [
    ['a keyword', () => ({ filter: keyword('$flagged') })],
    ['unread in the Inbox', () => ({ filter: and(inInbox(), { kind: 'not', filters: [keyword('$seen')] }) })],
    ['a rare word', () => ({ filter: word('rarely') })],
    ['a frequent word', () => ({ filter: word('frequent') })],
    ['a phrase in the Inbox', () => ({ filter: and(inInbox(), word('"frequent rarely"')) })],
    ['the beginning of a word', () => ({ filter: word('rare*') })],
    ['words in a row of which the last is only begun', () => ({ filter: word('frequent-rare*') })],
    ['an address', () => ({ filter: wordsIn('ann@example.test', ['from']) })],
    ['a header field', () => ({ filter: { kind: 'header', name: 'List-Id', text: 'club' } })],
    ['a part of a word', () => ({ filter: wordsIn('equen', ['subject']) })],
    ['an anchor', () => ({ filter: inInbox(), anchor: { id: 1 as never, offset: 0 } })],
    ['a sort by sender', () => ({ sort: [{ by: 'from', isAscending: true }] })],
  ]

  test.each(cases)('for %s', async (_, query) => {
    expect(await explainPlan(query())).not.toMatch(/Seq Scan on (?!jmap_account)/)
  })

  test('and words are asked of their index, whether rare or frequent', async () => {
    for (const text of ['rarely', 'frequent', 'rare*', '"frequent often"'])
      expect(await explainPlan({ filter: word(text) }), text).toContain(
        'Bitmap Index Scan on message_search_words',
      )
  })

  test('and a part of a word is looked for among the words by its pieces', async () => {
    expect(await explainPlan({ filter: wordsIn('arel', ['subject']) })).toContain(
      'Bitmap Index Scan on search_word_keys',
    )
  })

  const asked = ['rarely', 'rare*', '*arel', 'frequent-rare*']
  test.each(asked)('nor for what a search for %s may miss', async (text) => {
    const plan = await planOfMissing(word(text))
    expect(plan).not.toContain('Seq Scan')
    expect(plan).toContain('attachment_text_unread')
    expect(plan).toContain('message_unindexed_account')
  })

  test('nor all that has to be read anew for words in a row', async () => {
    const plan = await planOfMissing(word('frequent-rare*'))
    expect(plan).toMatch(/Scan using message_own_ids on message [^\n]*\n *Index Cond: [^\n]*\(id <= /)
    expect(plan).toMatch(
      /using message_search_unplaced on message_search s [^\n]*\n *Index Cond: \(message_id = /,
    )
  })

  test('and mail with attachments is found by an index of it', async () => {
    const since = { kind: 'received-from' as const, at: new Date(0) }
    const plan = await explainPlan({ filter: and({ kind: 'has-attachment' }, since) })
    expect(plan).toContain('message_attached')
  })

  test('and messages with a rare word are fetched one by one', async () => {
    const plan = await explainPlan({ filter: word('rarely') })
    expect(plan).toMatch(/Index Scan using message_pkey on message m[^\n]*\n *Index Cond: \(id = ANY/)
    expect(plan).not.toContain('message_account')
  })

  test('and pages of one mailbox, near and deep, walk its list and sort nothing', async () => {
    for (const table of ['thread_mailbox', 'message_mailbox'] as const)
      for (const position of [0, 1500]) {
        const [time, id] =
          table === 'thread_mailbox' ? ['newest_at', 'newest_message_id'] : ['received_at', 'message_id']
        const rows = await room.db.database.query<{ 'QUERY PLAN': string }>(
          `explain select ${id} from ${table} where mailbox_id = $1
           order by ${time} desc, ${id} desc limit 50 offset ${position}`,
          [account.boxes.inbox],
        )
        const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
        expect(plan).toContain(`${table}_list`)
        expect(plan).not.toMatch(/Sort|Seq Scan/)
      }
    plans = []
    await mail.read.query(account.id, { ...page, filter: inInbox(), position: 1500 })
    expect(plans).toEqual([])
  })
})

describe('a walk through the newest mail', () => {
  beforeAll(() =>
    // as in an installation that is large enough for it
    room.db.database.query(`update pg_class set reltuples = 1e6 where oid = 'message_search'::regclass`),
  )

  test('finds what the index finds, in frequent and rare words, whole pages and last ones', async () => {
    const { database } = room.db
    expect(
      await database.query(
        `select reltuples::int8 as n from pg_class where oid = 'message_search'::regclass`,
      ),
    ).toEqual([{ n: 1_000_000 }])
    const filters = [
      word('frequent'),
      word('rarely'),
      word('word14'),
      word('absent'),
      word('frequent often'),
      and(inInbox(), word('frequent')),
      and(keyword('$flagged'), word('frequent')),
      and(word('"other often"'), word('rarely')),
      and(word('filler'), { kind: 'not' as const, filters: [word('frequent')] }),
    ]
    for (const filter of filters)
      for (const collapseThreads of [true, false])
        for (const [position, limit] of [
          [0, 50],
          [30, 20],
          [0, 3_500],
          [140, 100],
        ] as const) {
          const asked = { ...page, filter, collapseThreads, position, limit }
          const { found: whole } = await room.mail.read.query(account.id, asked)
          const { found: walked } = await room.mail.read.query(account.id, {
            ...asked,
            calculateTotal: false,
          })
          expect({ ...(walked as object), total: 0 }).toEqual({ ...(whole as object), total: 0 })
        }
  })

  test('gathers nothing for a frequent word, and asks the index for a rare one', async () => {
    // a million would make the walk go on to the end of these three thousand
    await room.db.database.query(
      `update pg_class set reltuples = 40000 where oid = 'message_search'::regclass`,
    )
    const gathered = async (filter: EmailFilter) => {
      plans = []
      await mail.read.query(account.id, { ...page, filter, calculateTotal: false })
      return plans.length
    }
    expect(await gathered(word('frequent'))).toBe(0)
    expect(await gathered(word('rarely'))).toBe(1)
  })
})
