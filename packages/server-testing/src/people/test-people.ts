import { randomBytes } from 'node:crypto'
import { createChanges } from '../../../server/src/changes/index.ts'
import { type FixedClock, fixedClock } from '../../../server/src/kit/clock.ts'
import { systemRandom } from '../../../server/src/kit/random.ts'
import { createEvents } from '../../../server/src/events/index.ts'
import { createCipher } from '../../../server/src/store/encrypted.ts'
import { createCache } from '../../../server/src/store/cache.ts'
import type { Database, Listen } from '../../../server/src/store/index.ts'
import { type People, type PeopleKeys, createPeople } from '../../../server/src/people/index.ts'

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
  events = createEvents(),
  publicAddress: () => string | undefined = () => undefined,
  singleSignOn: Parameters<typeof createPeople>[0]['singleSignOn'] = noSingleSignOn,
): TestPeople {
  const cache = createCache(store, clock)
  const changes = createChanges({ database: store, listen, clock })
  const random = systemRandom
  const cipher = createCipher({ key: () => 'c0'.repeat(32), random })
  return {
    people: createPeople({
      store,
      changes,
      listen,
      clock,
      random,
      cache,
      cipher,
      keys,
      events,
      publicAddress,
      singleSignOn,
    }),
    clock,
  }
}

const noSingleSignOn: Parameters<typeof createPeople>[0]['singleSignOn'] = {
  ask: async () => ({ ok: false, why: 'refused-address' }),
  environment: { isOnlyWay: false },
}

/** Hears nothing: enough for one process alone. */
const deaf: Listen = async () => async () => {}

export const ada = { email: 'ada@example.org', name: 'Ada', password: 'correct horse battery' }
export const bob = { email: 'bob@example.org', name: 'Bob', password: 'a staple of another kind' }
export const visitor = { address: '203.0.113.7', userAgent: 'Firefox' }
