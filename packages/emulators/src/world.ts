import { manualClock, type VirtualClock } from './clock/clock.ts'
import { createDelivery, type Delivery } from './delivery/deliver.ts'
import { createPostOffice, type PostOffice } from './delivery/post-office.ts'
import { createFaults, type Faults } from './faults/faults.ts'
import { createRequestLog, type RequestLog } from './http/requests.ts'
import { seeded } from './random/seeded.ts'

/** Shared parts that an emulated provider needs; both providers of a run use the same. */
export interface World {
  readonly seed: string
  readonly clock: VirtualClock
  /** In [0, 1), seeded. */
  readonly random: () => number
  readonly faults: Faults
  readonly requests: RequestLog
  /** Push notifications to whatever URL was registered. */
  readonly delivery: Delivery
  /** Mail between the emulated mailboxes. Providers register each mailbox they make and hand it what is sent. */
  readonly post: PostOffice
  /** Seeded, lower case, `2 * bytes` digits. */
  nextHex(bytes: number): string
}

/** A world whose every choice follows from the seed. */
export function createWorld(
  seed: string,
  clock: VirtualClock = manualClock(new Date('2026-11-21T09:00:00Z')),
): World {
  const random = seeded(seed)
  return {
    seed,
    clock,
    random,
    faults: createFaults(seed),
    requests: createRequestLog(),
    delivery: createDelivery(clock, seed),
    post: createPostOffice(clock),
    nextHex: (bytes) =>
      Array.from({ length: bytes * 2 }, () => Math.floor(random() * 16).toString(16)).join(''),
  }
}
