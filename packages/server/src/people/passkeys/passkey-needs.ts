import type { Events } from '../../events/index.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Random } from '../../kit/random.ts'
import type { Cache, Database, NotifiedCache } from '../../store/index.ts'
import type { FamiliarAddresses } from '../familiar-addresses.ts'
import type { OpenSession } from '../session.ts'
import type { Throttle } from '../sign-in-throttle.ts'
import type { Challenges } from './challenges.ts'

/** The parts that everything in this folder is made with. */
export interface PasskeyNeeds {
  store: Database
  challenges: Challenges
  cache: Pick<Cache, 'increment'>
  clock: Clock
  random: Random
  events: Pick<Events, 'publish'>
  throttle: Throttle
  familiar: FamiliarAddresses
  /** Told when sessions end. */
  sessions: Pick<NotifiedCache<OpenSession>, 'forget'>
  /** APP_PUBLIC_URL, asked on every use. */
  publicAddress(): string | undefined
}
