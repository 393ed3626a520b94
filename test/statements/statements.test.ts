import pg from 'pg'
import type ts from 'typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../fixtures/database.ts'
import { wrongStatements } from './check.ts'
import { type Statements, findStatements } from './find-statements.ts'
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

test(
  'every statement is prepared, and its rows are what they are declared to be',
  { timeout: 600_000 },
  async () => {
    expect(await wrongStatements(checker, client, statements.found)).toEqual([])
  },
)
