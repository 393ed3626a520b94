import pg from 'pg'
import type ts from 'typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../packages/server-testing/src/store/test-database.ts'
import { wrongStatements } from './check.ts'
import { type KnownCrossing, knownCrossings, knownKeys } from './crossings.ts'
import { type Statements, findStatements } from './find-statements.ts'
import { crossingKeys, crossings, homeByTable } from './homes.ts'
import { productProgram } from './program.ts'

let db: TestDatabase
let client: pg.Client
let checker: ts.TypeChecker
let statements: Statements

beforeAll(async () => {
  db = await testDatabase()
  client = new pg.Client({ connectionString: db.connectionString })
  await client.connect()
  const program = productProgram()
  checker = program.getTypeChecker()
  statements = findStatements(program)
}, 600_000)
afterAll(async () => {
  await client.end()
  await db[Symbol.asyncDispose]()
})

test('the text of every statement can be told from the sources', () => {
  expect(statements.unseen).toEqual([])
  expect(new Set(statements.found.map(({ place }) => place)).size).toBeGreaterThan(600)
})

/** Here each condition brings its value along, and the program numbers them. */
const numbered = ['packages/server/src/calendar/events/find-events.ts']

test('more than nine values have names', () => {
  const numbersIn = (text: string) => [...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number))
  const long = statements.found.filter(({ isNamed, text }) => !isNamed && Math.max(0, ...numbersIn(text)) > 9)
  expect(new Set(long.map(({ place }) => place.replace(/:\d+$/, '')))).toEqual(new Set(numbered))
})

test(
  'every statement is prepared, and its rows are what they are declared to be',
  { timeout: 600_000 },
  async () => {
    expect(await wrongStatements(checker, client, statements.found)).toEqual([])
  },
)

test('no statement names tables of the installation and of a cell, but for those of a list that shrinks', async () => {
  const sentences = (listed: ReadonlyArray<Pick<KnownCrossing, 'file' | 'tables'>>) =>
    listed.map(({ file, tables }) => `${file}: ${tables.join(', ')}`).toSorted()
  const found = await crossings(client, homeByTable(), statements.found)
  expect(sentences(found)).toEqual(sentences(knownCrossings))
})

test('no foreign key crosses the border between them, but for those of a list that shrinks', async () => {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  // The log of migrations is made by the program itself.
  expect(homeByTable().size).toBe((rows[0]?.count ?? 0) - 1)
  expect(await crossingKeys(client, homeByTable())).toEqual(Object.keys(knownKeys).toSorted())
})
