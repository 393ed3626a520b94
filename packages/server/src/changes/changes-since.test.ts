import type { AccountId, UserId } from '@plmail/wire'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../server-testing/src/store/test-database.ts'
import { systemClock } from '../kit/clock.ts'
import { type Change, type Changes, type ChangedSince, createChanges } from './index.ts'

let db: TestDatabase
let changes: Changes
let user: UserId

beforeAll(async () => {
  db = await testDatabase()
  changes = createChanges({
    database: db.database,
    listen: () => Promise.reject(new Error('nothing listens here')),
    clock: systemClock,
  })
  const [row] = await db.database.query<{ id: UserId }>(
    `insert into app_user (email, name, password_hash, created_at) values ('a@example.test', 'A', '', now()) returning id`,
  )
  user = row!.id
})
afterAll(() => db[Symbol.asyncDispose]())

/** The objects of one type and how often each was altered: what a client holds. */
type Objects = ReadonlyMap<number, number>

type Step = { kind: 'touch' | 'toggle'; id: number }
const steps = fc.array(
  fc.record({
    kind: fc.constantFrom('touch' as const, 'toggle' as const),
    id: fc.integer({ min: 1, max: 80 }),
  }),
  { maxLength: 120 },
)

/**
 * Creates, updates, destroys and recreates at random; then a client of every state that was ever told follows
 * the changes, in pages of any size, and must end with exactly the objects there are.
 */
test('whoever follows the changes from any state holds the objects of the state reached', async () => {
  const property = fc.asyncProperty(
    fc.array(steps, { minLength: 1, maxLength: 8 }),
    fc.integer({ min: 32, max: 70 }),
    async (writes, maxChanges) => {
      const account = await db.database.transaction((tx) => changes.open(tx, user, 'mail'))
      const history = await perform(account, writes)
      const current = [...history.values()].at(-1) as Objects
      for (const [state, objects] of history) {
        expect(await follow(account, state, objects, current, maxChanges)).toEqual(current)
      }
    },
  )
  await fc.assert(property, { numRuns: 40 })
})

/** Performs the writes; the objects at each state that a client may have been told. */
async function perform(account: AccountId, writes: Step[][]): Promise<Map<number, Objects>> {
  const history = new Map<number, Objects>([[0, new Map()]])
  let objects: Objects = new Map()
  for (const write of writes) {
    const next = new Map(objects)
    const { state } = await changes.write(
      account,
      { actor: { kind: 'system' }, verb: 'test' },
      async (change) => {
        for (const step of write) apply(change, next, step)
      },
    )
    objects = next
    history.set(state, objects)
  }
  return history
}

let version = 1

function apply(change: Change, objects: Map<number, number>, { kind, id }: Step): void {
  const exists = objects.has(id)
  if (exists && kind === 'toggle') {
    objects.delete(id)
    change.destroyed('Email', [id])
    return
  }
  if (!exists) change.created('Email', [id])
  else change.updated('Email', [id])
  objects.set(id, version++)
}

/** A client: drops what was destroyed, fetches what was created or updated as it is now, until nothing is left. */
async function follow(
  account: AccountId,
  from: number,
  held: Objects,
  current: Objects,
  maxChanges: number,
): Promise<Objects> {
  const client = new Map(held)
  let state = from
  for (;;) {
    const page = await changes.since(account, 'Email', state, maxChanges)
    if (page === 'cannot-calculate') throw new Error(`state ${state} must be known`)
    checkShape(page, maxChanges)
    for (const id of page.destroyed) client.delete(id)
    for (const id of [...page.created, ...page.updated]) {
      const now = current.get(id)
      if (now === undefined)
        client.delete(id) // notFound: destroyed in a later page
      else client.set(id, now)
    }
    state = page.newState
    if (!page.hasMore) return new Map([...client].sort(([a], [b]) => a - b))
  }
}

function checkShape(page: ChangedSince, maxChanges: number): void {
  const ids = [...page.created, ...page.updated, ...page.destroyed]
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.length).toBeLessThanOrEqual(maxChanges)
  if (page.hasMore) expect(page.newState).toBeGreaterThan(page.oldState)
}
