import type { JmapClient } from './jmap-client.ts'
import { cpuBetween, cpuTimes } from './processes.ts'
import { percentile, type Row, short } from './rows.ts'

/** Something a client asks for. */
export interface Operation {
  what: string
  /** CPU milliseconds a call may cost the server. */
  budgetMs?: number
  /** What comes before each measured run and is not counted. */
  before?(client: JmapClient): Promise<unknown>
  run(client: JmapClient): Promise<unknown>
}

/**
 * A server runs for weeks; the first thousands of calls, during which its code is compiled, say nothing of them: of a
 * thread opened after 400 calls a quarter was compiling, after 3,000 a twentieth. On a busy machine that many take long,
 * so there is an end.
 */
const warmUp = { calls: 3000, maxMs: 12_000 }
const minCalls = 100
const minMs = 3_000
const crowd = 8
const crowdMs = 2_000

/** One client after the other, then eight at once. */
export async function measure(operation: Operation, client: JmapClient, pids: number[]): Promise<Row> {
  const alone = await measureAlone(operation, client, pids)
  const together = operation.before ? undefined : await manyClients(operation, client)
  client.close()
  const { walls, cpuMs } = alone
  const times = [Math.min(...walls), percentile(walls, 0.5), percentile(walls, 0.95)].map(short).join(' / ')
  const rate = short((1000 * walls.length) / walls.reduce((sum, wall) => sum + wall, 0))
  const rates = together === undefined ? '' : `; ${rate} and ${short(together)} calls/s from 1 and ${crowd}`
  return {
    what: operation.what,
    value: cpuMs,
    unit: 'ms CPU',
    ...(operation.budgetMs === undefined ? {} : { budget: { atMost: operation.budgetMs } }),
    note: `${times} ms${rates}`,
  }
}

export interface Alone {
  /** How long each call took, in ms. */
  walls: number[]
  /** CPU milliseconds of the server for one call. */
  cpuMs: number
}

/** One call after the other over one connection, once the server is warm. */
export async function measureAlone(operation: Operation, client: JmapClient, pids: number[]): Promise<Alone> {
  const end = performance.now() + warmUp.maxMs
  for (let count = 0; count < warmUp.calls && performance.now() < end; count++) await once(operation, client)
  return await oneClient(operation, client, pids)
}

async function once(operation: Operation, client: JmapClient): Promise<void> {
  await operation.before?.(client)
  await operation.run(client)
}

async function oneClient(operation: Operation, client: JmapClient, pids: number[]): Promise<Alone> {
  const walls: number[] = []
  let cpuMs = 0
  let reading = cpuTimes(pids)
  for (const end = performance.now() + minMs; walls.length < minCalls || performance.now() < end;) {
    if (operation.before) {
      await operation.before(client)
      reading = cpuTimes(pids)
    }
    const began = performance.now()
    await operation.run(client)
    walls.push(performance.now() - began)
    if (operation.before) cpuMs += cpuBetween(reading, cpuTimes(pids))
  }
  if (!operation.before) cpuMs = cpuBetween(reading, cpuTimes(pids))
  return { walls, cpuMs: cpuMs / walls.length }
}

/** Calls a second. */
async function manyClients(operation: Operation, client: JmapClient): Promise<number> {
  let calls = 0
  const began = performance.now()
  await Promise.all(
    Array.from({ length: crowd }, async () => {
      const own = client.another()
      while (performance.now() < began + crowdMs) {
        await operation.run(own)
        calls++
      }
      own.close()
    }),
  )
  return (1000 * calls) / (performance.now() - began)
}
