import pg from 'pg'
import { inSequence } from './in-sequence.ts'

/** One connection that has `listen`ed. It ends once, by `close` or by being lost, and is never used again. */
export interface ListeningConnection {
  listen(channel: string): Promise<void>
  unlisten(channel: string): Promise<void>
  close(): Promise<void>
}

export interface ListeningOptions {
  connectionString: string
  channels: Iterable<string>
  heartbeatMs: number
  notify(channel: string, payload: string): void
  /** The connection is gone; not called after `close`. */
  lost(): void
}

const answerWithinMs = 5_000

/** Connects and listens to the channels; a connection that stops answering counts as lost. */
export async function openListening(options: ListeningOptions): Promise<ListeningConnection> {
  const client = new pg.Client({
    connectionString: options.connectionString,
    keepAlive: true,
    connectionTimeoutMillis: answerWithinMs,
  })
  let isOver = false
  let heartbeat: NodeJS.Timeout | undefined
  const end = async () => {
    isOver = true
    clearInterval(heartbeat)
    await client.end().catch(() => {})
  }
  const lose = () => {
    if (isOver) return
    void end()
    options.lost()
  }
  const turn = inSequence()
  const run = (statement: string) =>
    turn(async () => {
      await client.query(statement)
    })
  client.on('error', () => {}) // the driver reports a failing connect twice: as this event and as a rejection
  client.on('notification', ({ channel, payload }) => options.notify(channel, payload ?? ''))
  try {
    await client.connect()
    for (const channel of options.channels) await run(`listen ${client.escapeIdentifier(channel)}`)
  } catch (error) {
    await end()
    throw error
  }
  client.on('error', lose)
  client.on('end', lose)
  heartbeat = setInterval(() => void within(answerWithinMs, run('select 1')).catch(lose), options.heartbeatMs)
  heartbeat.unref()
  return {
    listen: (channel) => run(`listen ${client.escapeIdentifier(channel)}`),
    unlisten: (channel) => run(`unlisten ${client.escapeIdentifier(channel)}`),
    close: end,
  }
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), milliseconds)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
