import type { VirtualClock } from '../clock/clock.ts'
import { chance } from '../random/seeded.ts'
import { postOnce, type Posted } from './post-once.ts'

export interface Delivery {
  /**
   * Posts a push notification to the URL that was registered. Answers the first attempt; what was not acknowledged is
   * retried on the clock. Status 0 means no reply: unreachable, too slow, dropped by a fault, or held back for later.
   */
  post(
    target: string,
    body: unknown,
    headers?: Record<string, string>,
    policy?: Partial<RetryPolicy>,
  ): Promise<Posted>
  /** One attempt that no push fault touches: a validation handshake. `body` undefined posts an empty text/plain. */
  ask(target: string, body?: unknown, headers?: Record<string, string>): Promise<Posted>
  arm(fault: ArmedPush): void
  armed(): readonly ArmedPush[]
  /** Disarms, forgets what is held back or to be retried, and starts counting anew. */
  clear(): void
  stats(): DeliveryStats
  /** Resolves when nothing is on the wire; what waits for the clock is not waited for. */
  settled(): Promise<void>
}

/** Statuses a provider accepts as an acknowledgement, and how it retries without one. */
export interface RetryPolicy {
  acknowledged(status: number): boolean
  /** Milliseconds before each further attempt; after the last it gives up. */
  backOff: readonly number[]
  /** Real milliseconds to wait for a reply. */
  timeout: number
}

/** `burst` holds notifications until `count` have gathered or `ms` have passed; `reorder` lets the next one overtake. */
type PushFault =
  | { kind: 'drop' }
  | { kind: 'duplicate' }
  | { kind: 'reorder' }
  | { kind: 'delay'; ms: number }
  | { kind: 'burst'; count: number; ms: number }

export interface ArmedPush {
  fault: PushFault
  /** How the target URL begins; absent means any. */
  target?: string
  /** How often it strikes; absent means until cleared. */
  times?: number
  /** Between 0 and 1; absent means each time. */
  probability?: number
}

interface DeliveryStats {
  /** Notifications handed in. */
  accepted: number
  /** Attempts on the wire, repetitions included. */
  attempts: number
  acknowledged: number
  refused: number
  dropped: number
  duplicated: number
  /** Held back for the clock: delayed, gathered for a burst, or to be overtaken. */
  heldCount: number
  /** Waiting for another attempt. */
  retrying: number
  gaveUp: number
  lastStatus: number | undefined
}

/** Pub/Sub acknowledges by 102, 200, 201, 202 and 204 only [D]; back-off 10 s doubling to 600 s for about a day [K]. */
const pubSubPolicy: RetryPolicy = {
  acknowledged: (status) => [102, 200, 201, 202, 204].includes(status),
  backOff: [10, 20, 40, 80, 160, 320, ...Array.from({ length: 144 }, () => 600)].map((s) => s * 1000),
  timeout: 10_000,
}

/** Graph takes any 2xx and retries for up to four hours [D]. */
export const graphPolicy: RetryPolicy = {
  acknowledged: (status) => status >= 200 && status < 300,
  backOff: [5, 10, 20, 40, 80, 160, 320, ...Array.from({ length: 22 }, () => 600)].map((s) => s * 1000),
  timeout: 10_000,
}

interface Notification {
  target: string
  body: unknown
  headers: Record<string, string>
  policy: RetryPolicy
}

interface Loaded {
  armed: ArmedPush
  ordinal: number
  calls: number
  left: number
  /** Notifications that a burst or a reorder holds back. */
  gathered: Notification[]
}

/** How long an overtaken notification waits when none comes to overtake it. */
const longestOvertaken = 5_000

const nothing = (): DeliveryStats => ({
  accepted: 0,
  attempts: 0,
  acknowledged: 0,
  refused: 0,
  dropped: 0,
  duplicated: 0,
  heldCount: 0,
  retrying: 0,
  gaveUp: 0,
  lastStatus: undefined,
})

const noReply: Posted = { status: 0, text: '' }

export function createDelivery(clock: VirtualClock, seed: string | number): Delivery {
  let loaded: Loaded[] = []
  let ordinal = 0
  let stats = nothing()
  /** Grows with each `clear`: what an older one left on the clock does nothing. */
  let generation = 0
  const onTheWire = new Set<Promise<unknown>>()

  async function attempt(note: Notification, tries: number): Promise<Posted> {
    const mine = generation
    const posting = postOnce(note.target, note.body, note.headers, note.policy.timeout)
    onTheWire.add(posting)
    const posted = await posting.finally(() => onTheWire.delete(posting))
    if (mine !== generation) return posted
    stats.attempts++
    stats.lastStatus = posted.status
    if (note.policy.acknowledged(posted.status)) stats.acknowledged++
    else retry(note, tries)
    return posted
  }

  function retry(note: Notification, tries: number): void {
    stats.refused++
    const wait = note.policy.backOff[tries]
    if (wait === undefined) {
      stats.gaveUp++
      return
    }
    stats.retrying++
    later(wait, async () => {
      stats.retrying--
      await attempt(note, tries + 1)
    })
  }

  function later(ms: number, run: () => Promise<void>): void {
    const mine = generation
    clock.at(new Date(clock.now().getTime() + ms), async () => {
      if (mine === generation) await run()
    })
  }

  function take(target: string): Loaded | undefined {
    const striking = loaded.find((fault) => {
      if (fault.left <= 0 || !target.startsWith(fault.armed.target ?? '')) return false
      const probability = fault.armed.probability ?? 1
      return probability >= 1 || chance(seed, 'push', fault.ordinal, ++fault.calls) < probability
    })
    if (striking) striking.left--
    return striking
  }

  async function release(fault: Loaded): Promise<void> {
    const notes = fault.gathered.splice(0)
    stats.heldCount -= notes.length
    await Promise.all(notes.map((note) => attempt(note, 0)))
  }

  /** Everything that waits to be overtaken goes out behind what overtook it. */
  async function overtaken(): Promise<void> {
    for (const fault of loaded)
      if (fault.armed.fault.kind === 'reorder' && fault.gathered.length > 0) await release(fault)
  }

  async function hold(fault: Loaded, note: Notification, count: number, ms: number): Promise<Posted> {
    fault.gathered.push(note)
    stats.heldCount++
    if (fault.gathered.length >= count) await release(fault)
    else if (fault.gathered.length === 1) later(ms, () => release(fault))
    return noReply
  }

  async function strike(loadedFault: Loaded, note: Notification): Promise<Posted> {
    const { fault } = loadedFault.armed
    switch (fault.kind) {
      case 'drop':
        stats.dropped++
        return noReply
      case 'duplicate': {
        stats.duplicated++
        const first = await attempt(note, 0)
        await attempt(note, 0)
        return first
      }
      case 'delay':
        stats.heldCount++
        later(fault.ms, async () => {
          stats.heldCount--
          await attempt(note, 0)
        })
        return noReply
      case 'reorder':
        return hold(loadedFault, note, Infinity, longestOvertaken)
      case 'burst':
        return hold(loadedFault, note, fault.count, fault.ms)
    }
  }

  return {
    async post(target, body, headers = {}, policy = {}) {
      stats.accepted++
      const note = { target, body, headers, policy: { ...pubSubPolicy, ...policy } }
      const striking = take(target)
      if (striking) return strike(striking, note)
      const posted = await attempt(note, 0)
      await overtaken()
      return posted
    },
    ask(target, body, headers = {}) {
      const posting = postOnce(target, body, headers, pubSubPolicy.timeout)
      onTheWire.add(posting)
      return posting.finally(() => onTheWire.delete(posting))
    },
    arm(armed) {
      loaded.push({ armed, ordinal: ordinal++, calls: 0, left: armed.times ?? Infinity, gathered: [] })
    },
    armed: () =>
      loaded
        .filter((fault) => fault.left > 0)
        .map((loadedFault) =>
          loadedFault.left === Infinity
            ? loadedFault.armed
            : { ...loadedFault.armed, times: loadedFault.left },
        ),
    clear() {
      loaded = []
      ordinal = 0
      stats = nothing()
      generation++
    },
    stats: () => ({ ...stats }),
    async settled() {
      while (onTheWire.size > 0) await Promise.all(onTheWire)
    },
  }
}
