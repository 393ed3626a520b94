import type { Config } from '../config/index.ts'
import type { Rooms } from '../console/index.ts'
import type { Clock } from '../kit/clock.ts'
import type { Random } from '../kit/random.ts'
import { createPeople } from '../people/index.ts'
import type { Store } from '../store/index.ts'

export interface ConsoleRoomsOptions {
  store: Store
  config: Config
  clock: Clock
  random: Random
}

/** The few rooms that console commands need. */
export function consoleRooms({ store, config, clock, random }: ConsoleRoomsOptions): Rooms {
  const people = createPeople({ store: store.database, clock, random, cache: store.cache, keys: config })
  return { people, addImapAccount: async () => ({ ok: false, sentences: [] }) }
}
