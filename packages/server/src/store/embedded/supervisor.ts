import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { withFileLock } from '../../config/index.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Log } from '../../kit/log.ts'
import { databaseName, superuser } from './make-cluster.ts'
import { type Place, choosePlace } from './place.ts'
import { ensureServer, stopServer } from './server-process.ts'

/** A PostgreSQL server of our own, kept running for as long as this process lives. */
export interface EmbeddedServer {
  connectionString: string
  /** Ends the server, unless another process of ours still works with it; that one ends it then. */
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  /** Absolute; the cluster is its folder `postgres`. */
  dataDirectory: string
  log: Log
  clock: Clock
}

const firstWaitMs = 50
const longestWaitMs = 10_000

/**
 * Starts the embedded server, or adopts the one that a killed process left behind, and starts it again whenever
 * it ends. Throws EmbeddedUnavailable, OtherMajorVersion or EmbeddedFailed.
 */
export async function startEmbedded({ dataDirectory, log, clock }: EmbeddedOptions): Promise<EmbeddedServer> {
  const place = choosePlace(dataDirectory)
  const connectionString = connectionStringFor(place)
  const alone = <T>(work: () => Promise<T>) => withFileLock(place.startLock, clock, work)
  // Under the lock until we are connected: whoever stops the server looks for our session under it, too.
  const serve = () =>
    alone(async () => {
      await ensureServer(place)
      return hold(connectionString, lost)
    })

  const stopping = new AbortController()
  let underWay: Promise<void> | undefined
  const lost = () => {
    if (stopping.signal.aborted) return
    log.event('database.server-ended')
    underWay = restart()
  }
  const restart = async () => {
    for (let wait = firstWaitMs; !stopping.signal.aborted; wait = Math.min(wait * 2, longestWaitMs)) {
      try {
        session = await serve()
        return log.event('database.server-restarted')
      } catch (error) {
        log.failure('database.server-failed', error)
        await sleep(wait)
      }
    }
  }
  let session = await serve()
  return {
    connectionString,
    stop: async () => {
      if (stopping.signal.aborted) return
      stopping.abort()
      await underWay
      await alone(async () => {
        const isShared = await isUsedByOthers(session)
        await session.end().catch(() => {})
        if (!isShared) await stopServer(place)
      })
    },
  }
}

// The name tells our own sessions apart from those of other processes; closed ones linger for a moment.
function connectionStringFor(place: Place): string {
  const name = `plmail-${process.pid}-${randomBytes(4).toString('hex')}`
  const parameters = `host=${encodeURIComponent(place.socketFolder)}&application_name=${name}`
  return `postgresql://${superuser}@/${databaseName}?${parameters}`
}

/** A session that shows others that we use the server, and shows us that it has ended. */
async function hold(connectionString: string, lost: () => void): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {}) // `end` follows
  await client.connect()
  client.once('end', lost)
  return client
}

async function isUsedByOthers(session: pg.Client): Promise<boolean> {
  try {
    const { rows } = await session.query(
      `select from pg_stat_activity where backend_type = 'client backend'
         and application_name <> current_setting('application_name') limit 1`,
    )
    return rows.length > 0
  } catch {
    return false // the server has ended without us
  }
}
