import type { AccountId, MailboxId, MessageId } from '@plmail/wire'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queryCards } from '../../packages/server/src/contacts/cards/query-cards.ts'
import type { CardCondition } from '../../packages/server/src/contacts/types.ts'
import { gathered, gatheredWithGaps } from '../../packages/server/src/mail/lists/gather-rows.ts'
import {
  asksTooMuch,
  compileCondition,
  type Target,
} from '../../packages/server/src/mail/search/compile-filter.ts'
import { missing } from '../../packages/server/src/mail/search/coverage.ts'
import { everywhere } from '../../packages/server/src/mail/search/word-fields.ts'
import {
  type EmailFilter,
  type EmailSort,
  everything,
  wordsIn,
} from '../../packages/server/src/mail/search/email-filter.ts'
import { parametersAfter } from '../../packages/server/src/mail/search/parameters.ts'
import type { Sql } from '../../packages/server/src/store/index.ts'
import { type TestDatabase, testDatabase } from '../../packages/server-testing/src/store/test-database.ts'
import { describe } from './describe.ts'

let db: TestDatabase
let client: pg.Client
let accountId: AccountId

beforeAll(async () => {
  db = await testDatabase()
  client = new pg.Client({ connectionString: db.connectionString })
  await client.connect()
  const [account] = await db.database.query<{ id: AccountId }>(
    `with owner as (
       insert into app_user (email, name, password_hash) values ('ann@example.org', 'Ann', '-') returning id)
     insert into jmap_account (user_id, kind) select id, 'mail' from owner returning id`,
  )
  if (!account) throw new Error('insert returned no row')
  accountId = account.id
})
afterAll(async () => {
  await client.end()
  await db[Symbol.asyncDispose]()
})

const mailboxIds = [7 as MailboxId]
const filters: EmailFilter[] = [
  { kind: 'in-mailbox', mailboxIds },
  { kind: 'in-mailbox-other-than', mailboxIds },
  { kind: 'received-before', at: new Date() },
  { kind: 'received-from', at: new Date() },
  { kind: 'smaller-than', octets: 1 },
  { kind: 'at-least', octets: 1 },
  ...(['message', 'some-in-thread', 'all-in-thread'] as const).flatMap((of): EmailFilter[] => [
    { kind: 'keyword', keyword: '$seen', of },
    { kind: 'keyword', keyword: 'work', of },
  ]),
  { kind: 'has-attachment' },
  { kind: 'category', category: 'primary', of: 'thread' },
  wordsIn('meet "the board" ann@example.org 2026-11', everywhere),
  wordsIn('board', ['subject']),
  { kind: 'header', name: 'List-Id', text: 'announce' },
  { kind: 'header', name: 'X-Loop', text: 'two words' },
  { kind: 'header', name: 'X-Loop', text: null },
]
const nested: EmailFilter[] = [
  ...filters,
  ...filters.map((filter): EmailFilter => ({ kind: 'not', filters: [filter] })),
  { kind: 'and', filters },
  { kind: 'or', filters },
  { kind: 'and', filters: [{ kind: 'in-mailbox', mailboxIds }, wordsIn('board', ['body'])] },
  { kind: 'and', filters: [] },
  { kind: 'or', filters: [] },
]
const targets = (): Target[] =>
  (['indexed', 'each'] as const).flatMap((lookup) =>
    [false, true].map((isNested) => ({
      accountId: accountId,
      parameters: parametersAfter([1]),
      lookup,
      isNested,
    })),
  )

test('every condition of a search of mail is prepared', async () => {
  for (const filter of nested)
    for (const target of targets()) {
      const text = `select from message m where m.account_id = $1 and ${compileCondition(filter, target)}`
      await expect(describe(client, text), text).resolves.toMatchObject({ columns: [] })
    }
  for (const filter of nested) {
    const target: Target = { accountId, parameters: parametersAfter([]), lookup: 'indexed' }
    await describe(client, `select ${asksTooMuch(filter, target)} as cut`)
  }
})

const sorts: EmailSort[] = [true, false].flatMap((isAscending): EmailSort[] => [
  { isAscending, by: 'received' },
  { isAscending, by: 'sent' },
  { isAscending, by: 'size' },
  ...(['from', 'to', 'subject'] as const).flatMap((by): EmailSort[] => [
    { isAscending, by },
    { isAscending, by, collation: 'ascii-casemap' },
  ]),
  { isAscending, by: 'keyword', keyword: '$flagged', of: 'message' },
  { isAscending, by: 'keyword', keyword: 'work', of: 'some-in-thread' },
])

const query = {
  filter: everything,
  sort: [],
  collapseThreads: false,
  position: 0,
  limit: 10,
  calculateTotal: true,
}

test('every form of a query of mail runs and answers what it is declared to', async () => {
  const anchor = { id: 5 as MessageId, offset: 1 }
  for (const sort of sorts)
    for (const collapseThreads of [false, true])
      for (const calculateTotal of [false, true])
        for (const filter of [everything, wordsIn('board', ['body'])]) {
          const asked = { ...query, filter, sort: [sort], collapseThreads, calculateTotal }
          expect(await gathered(db.database, accountId, asked)).toMatchObject({
            state: 0,
            position: 0,
            ids: [],
          })
          expect(await gathered(db.database, accountId, { ...asked, anchor })).toBe('anchor-not-found')
        }
})

const noGaps = { gaps: { messages: 0, attachments: 0 } }

test('every form of the question what the index lacks runs and answers what it is declared to', async () => {
  for (const filter of nested) {
    expect(await missing(db.database, accountId, { filter, sort: [] })).toEqual(noGaps.gaps)
    const { gaps } = (await gatheredWithGaps(db.database, accountId, { ...query, filter })?.()) ?? noGaps
    expect(gaps).toEqual(noGaps.gaps)
  }
})

const at = new Date()
const conditions: CardCondition[] = [
  { bookId: 'none', texts: [] },
  {
    uid: 'u',
    hasMember: 'm',
    kind: 'group',
    createdBefore: at,
    createdAfter: at,
    updatedBefore: at,
    updatedAfter: at,
    texts: [],
  },
  {
    texts: [
      ['text', 'ann lee'],
      ['name/given', 'ann'],
      ['email', ''],
    ],
  },
]

test('every condition of a search of cards is prepared', async () => {
  const texts: string[] = []
  const sql: Sql = {
    query: async (text) => {
      texts.push(text)
      return []
    },
    prepared: async () => [],
  }
  for (const operator of ['AND', 'OR', 'NOT'] as const)
    await queryCards(sql, accountId, {
      filter: { operator, conditions: conditions.map((condition) => ({ condition })) },
      sort: [{ property: 'name', isAscending: true }],
    })
  for (const text of texts) await describe(client, text)
  expect(texts).toHaveLength(3)
})
