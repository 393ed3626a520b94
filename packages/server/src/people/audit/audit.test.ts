import { afterEach, beforeEach, expect, test } from 'vitest'
import { testPeople, visitor } from '../../../../server-testing/src/people/test-people.ts'
import { type TestDatabase, testDatabase } from '../../../../server-testing/src/store/test-database.ts'
import type { FixedClock } from '../../kit/clock.ts'
import type { AuditActor, People } from '../index.ts'

let db: TestDatabase
let people: People
let clock: FixedClock
beforeEach(async () => {
  db = await testDatabase()
  ;({ people, clock } = testPeople(db.database))
})
afterEach(() => db[Symbol.asyncDispose]())

const by = (email: string): AuditActor => ({ source: 'browser', userId: null, email, visitor })
const note = (actor: AuditActor, name: string) =>
  people.audit.note({ action: 'user-enabled', actor, subject: { userId: null, name } })
const subjects = async (...args: Parameters<People['audit']['list']>) =>
  (await people.audit.list(...args)).map(({ subject }) => subject)

test.each([
  `update audit_entry set actor = 'nobody'`,
  'delete from audit_entry',
  'truncate audit_entry',
  'truncate audit_entry cascade',
])('the database refuses: %s', async (statement) => {
  await note(by('ada@example.org'), 'bob@example.org')
  await expect(db.database.query(statement)).rejects.toThrow('only ever added to')
  expect(await subjects({}, undefined, 10)).toEqual(['bob@example.org'])
})

test('an entry has who, what, whom, when, from where and by which browser', async () => {
  await people.audit.note({
    action: 'user-disabled',
    actor: {
      source: 'browser',
      userId: null,
      email: 'ada@example.org',
      visitor: { ...visitor, userAgent: 'x'.repeat(999) },
    },
    subject: { userId: null, name: 'bob@example.org' },
    detail: { mail: 'pauses' },
  })
  expect(await people.audit.list({}, undefined, 10)).toEqual([
    {
      id: expect.any(Number),
      at: clock.now(),
      action: 'user-disabled',
      source: 'browser',
      actor: 'ada@example.org',
      subject: 'bob@example.org',
      address: visitor.address,
      userAgent: 'x'.repeat(300),
      detail: { mail: 'pauses' },
    },
  ])
})

test('an entry of a transaction that is rolled back is not there', async () => {
  const failing = db.database.transaction(async (tx) => {
    await people.audit.record(tx, { action: 'user-enabled', actor: { source: 'console' } })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await people.audit.list({}, undefined, 10)).toEqual([])
})

test('the list is filtered by action, person and time, and read on from an entry', async () => {
  await note(by('ada@example.org'), '1')
  clock.advance(60_000)
  const later = clock.now()
  await note({ source: 'console' }, 'ADA@example.org')
  await note(by('bob@example.org'), '100%_\\')
  expect(await subjects({}, undefined, 2)).toEqual(['100%_\\', 'ADA@example.org'])
  const [, second] = await people.audit.list({}, undefined, 2)
  expect(await subjects({}, second!.id, 2)).toEqual(['1'])
  expect(await subjects({ person: 'ada@' }, undefined, 9)).toEqual(['ADA@example.org', '1'])
  // What is typed is no pattern.
  expect(await subjects({ person: '%_' }, undefined, 9)).toEqual(['100%_\\'])
  expect(await subjects({ to: later }, undefined, 9)).toEqual(['1'])
  expect(await subjects({ from: later, person: 'bob' }, undefined, 9)).toEqual(['100%_\\'])
  expect(await subjects({ action: 'user-disabled' }, undefined, 9)).toEqual([])
})
