import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../kit/log.ts'
import { wakeChannel } from './lanes.ts'

/** Seed of the advisory locks that stand for workers; all processes of one database must agree on it. */
export const presenceSeed = 7_281_995

/** A process's proof of life: a connection that ends with it and holds an advisory lock. */
export interface Presence {
  /** Resolves once others can see that the worker lives; before that it must take no job. */
  whenShown(): Promise<void>
  close(): Promise<void>
}

export interface PresenceOptions {
  connection: pg.ClientConfig
  worker: string
  log: Log
  /** A lane (or `*`) has something to do. */
  wake(lane: string): void
  /** The lock was lost for a while and is held again: others may have taken over our jobs. */
  regained(): void
}

const heartbeatMs = 5000
const firstWaitMs = 100
const maxWaitMs = 5000

/** Holds on for ever: a lost connection is replaced at once, then with back-off. */
export function openPresence(options: PresenceOptions): Presence {
  const closing = new AbortController()
  const first = newSignal()
  let wasHeld = false

  const serve = async (): Promise<void> => {
    const client = new pg.Client({ ...options.connection, query_timeout: heartbeatMs, keepAlive: true })
    const lost = new Promise<void>((resolve) => client.once('end', resolve))
    client.on('error', () => {}) // 'end' follows
    client.on('notification', (message) => options.wake(message.payload ?? '*'))
    try {
      await client.connect()
      await client.query(`listen ${wakeChannel}`)
      await lock(client, options.worker)
      if (wasHeld) options.regained()
      wasHeld = true
      first.fire()
      await Promise.race([lost, beat(client, closing.signal)])
    } finally {
      await Promise.race([client.end().catch(() => {}), pause(1000)])
    }
  }
  const keep = async () => {
    for (let waitMs = firstWaitMs; !closing.signal.aborted; waitMs = Math.min(waitMs * 2, maxWaitMs)) {
      if (await serve().then(yes, no)) waitMs = firstWaitMs
      if (closing.signal.aborted) return
      options.log.event('jobs.presence-lost')
      await pause(waitMs, undefined, { signal: closing.signal }).catch(() => {})
    }
  }
  const running = keep()

  return {
    whenShown: () => first.fired,
    close: async () => {
      closing.abort()
      first.fire() // whoever waits finds that it is over
      await running
    },
  }
}

async function lock(client: pg.Client, worker: string): Promise<void> {
  await client.query('select pg_advisory_lock(hashtextextended($1, $2))', [worker, presenceSeed])
}

/** Asks again and again whether the connection still lives; ends when it does not, or when told to. */
async function beat(client: pg.Client, until: AbortSignal): Promise<void> {
  while (!until.aborted) {
    await pause(heartbeatMs, undefined, { signal: until }).catch(() => {})
    if (!until.aborted) await client.query('select 1')
  }
}

const yes = () => true
const no = () => false

function newSignal(): { fired: Promise<void>; fire: () => void } {
  let fire = () => {}
  const fired = new Promise<void>((resolve) => (fire = resolve))
  return { fired, fire }
}
