import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { withFileLock } from '../../config/index.ts'
import type { Clock } from '../../kit/clock.ts'
import { isDiskFull } from '../../kit/disk-full.ts'
import type { Log } from '../../kit/log.ts'
import { isDatabaseAway } from '../database-away.ts'
import { newSessionName } from '../session-name.ts'
import { StillInUse } from './embedded-errors.ts'
import { dropCopyOfCluster, keepCopyOfCluster } from './keep-copy.ts'
import { databaseName, superuser } from './make-cluster.ts'
import { type ClusterPlace, choosePlace } from './cluster-place.ts'
import { ensureServer, stopServer } from './server-process.ts'

/** A PostgreSQL server of our own, kept running for as long as this process lives. */
export interface EmbeddedServer {
  connectionString: string
  /** Ends the server, unless another process of ours still works with it; that one ends it then. */
  stop(): Promise<void>
  /** Removes what `keepCopy` kept. */
  dropCopy(): Promise<void>
}

export interface EmbeddedOptions {
  /** Absolute; the cluster is its folder `postgres`. */
  dataDirectory: string
  log: Log
  clock: Clock
  /** Brings the database up to date. One process at a time, before any that starts meanwhile gets to connect. */
  prepare?(server: Preparing): Promise<void>
}

/** A server that nobody else starts using meanwhile. */
export interface Preparing {
  connectionString: string
  /**
   * Keeps the cluster as it is now beside itself, as `postgres.before-upgrade`. Ends every connection.
   * Throws StillInUse when other processes work with it, and CopyFailed.
   */
  keepCopy(): Promise<void>
}

const firstWaitMs = 50
const maxWaitMs = 10_000
/** How long the sessions of a process that ended may still be listed. */
const othersEndWithinMs = 3000
const askAgainMs = 100
const maxStarts = 3

/**
 * Starts the embedded server, or adopts the one that a killed process left behind, and starts it again whenever
 * it ends. Throws EmbeddedUnavailable, OtherMajorVersion, EmbeddedFailed, or what `prepare` throws.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const { dataDirectory, log, clock } = options
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
    for (let wait = firstWaitMs; !stopping.signal.aborted; wait = Math.min(wait * 2, maxWaitMs)) {
      try {
        session = await serve()
        return log.event('database.server-restarted')
      } catch (error) {
        log.failure('database.server-failed', error)
        await sleep(wait)
      }
    }
  }
  const first = async (): Promise<pg.Client> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await alone(async () => {
          await prepared(place, connectionString, options.prepare)
          return hold(connectionString, lost)
        })
      } catch (error) {
        // A server that is killed while we start is started again, as it would be later.
        if (attempt === maxStarts || !isDatabaseAway(error)) throw error
        log.failure('database.server-failed', error)
      }
    }
  }
  let session = await first()
  return {
    connectionString,
    stop: async () => {
      if (stopping.signal.aborted) return
      stopping.abort()
      await underWay
      await alone(() => leave(session, place)).catch((error: unknown) => {
        if (!isDiskFull(error)) throw error
        return leave(session, place) // there is no room for the lock, and what runs must end
      })
    },
    dropCopy: () => alone(() => dropCopyOfCluster(place)),
  }
}

/** Starts the server and has `prepare` work on it; ends it again when that fails. Call under the start lock. */
async function prepared(
  place: ClusterPlace,
  connectionString: string,
  prepare: EmbeddedOptions['prepare'],
): Promise<void> {
  await ensureServer(place)
  if (!prepare) return
  const keepCopy = async () => {
    await mustBeAlone(connectionString)
    await stopServer(place)
    await keepCopyOfCluster(place)
    await ensureServer(place)
  }
  try {
    await prepare({ connectionString, keepCopy })
  } catch (error) {
    await leave(await hold(connectionString, () => {}).catch(() => undefined), place)
    throw error
  }
}

/** Sessions of a process that has just ended are waited for. */
async function mustBeAlone(connectionString: string): Promise<void> {
  const session = await hold(connectionString, () => {})
  try {
    for (let waited = 0; await isUsedByOthers(session); waited += askAgainMs) {
      if (waited >= othersEndWithinMs) throw new StillInUse('Another plMail process works with the database')
      await sleep(askAgainMs)
    }
  } finally {
    await session.end()
  }
}

/** Ends our use of the server, and the server when nobody else uses it. Call under the start lock. */
async function leave(session: pg.Client | undefined, place: ClusterPlace): Promise<void> {
  const isShared = session !== undefined && (await isUsedByOthers(session))
  await session?.end().catch(() => {})
  if (!isShared) await stopServer(place)
}

// The name tells our own sessions apart from those of other processes; closed ones linger for a moment.
function connectionStringFor(place: ClusterPlace): string {
  const parameters = `host=${encodeURIComponent(place.socketFolder)}&application_name=${newSessionName()}`
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
