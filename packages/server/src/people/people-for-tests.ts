import { randomBytes } from 'node:crypto'
import { createChanges } from '../changes/index.ts'
import { type FixedClock, fixedClock } from '../kit/clock.ts'
import { systemRandom } from '../kit/random.ts'
import { createCache } from '../store/cache.ts'
import type { Database, Listen } from '../store/index.ts'
import { type People, type PeopleKeys, createPeople } from './index.ts'

export interface TestPeople {
  people: People
  clock: FixedClock
}

/** Keys of an installation of the test's own; the same text gives the same installation again. */
export function testKeys(installation = randomBytes(8).toString('hex')): PeopleKeys {
  const bytes = (purpose: string) => Buffer.from(`${installation} ${purpose}`.padEnd(32, '.'))
  return { keyFor: bytes, hubSecret: () => `${installation} hub`.padEnd(32, '.') }
}

/** One process of an installation; give several the same database, keys and clock. */
export function testPeople(
  store: Database,
  keys = testKeys(),
  clock = fixedClock(new Date('2026-03-01T12:00:00Z')),
  listen: Listen = deaf,
): TestPeople {
  const cache = createCache(store, clock)
  const changes = createChanges({ database: store, listen, clock })
  return { people: createPeople({ store, changes, listen, clock, random: systemRandom, cache, keys }), clock }
}

/** Hears nothing: enough for one process alone. */
const deaf: Listen = async () => async () => {}

export const ada = { email: 'ada@example.org', name: 'Ada', password: 'correct horse battery' }
export const bob = { email: 'bob@example.org', name: 'Bob', password: 'a staple of another kind' }
export const visitor = { address: '203.0.113.7', userAgent: 'Firefox' }
