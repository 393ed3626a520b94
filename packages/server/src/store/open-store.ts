import type { Config } from '../config/index.ts'
import { DataDirectoryNotWritable } from '../config/index.ts'
import type { Clock } from '../kit/clock.ts'
import type { Log } from '../kit/log.ts'
import { makeFolder } from '../kit/make-folder.ts'
import type { Random } from '../kit/random.ts'
import { withTimeout } from '../kit/with-timeout.ts'
import { createBlobPacks } from './blob-packs.ts'
import type { Blobs } from './blobs.ts'
import { type Cache, createCache } from './cache.ts'
import { type Database, openDatabase } from './database.ts'
import { followDatabaseClock } from './database-clock.ts'
import { checkServer } from './check-server.ts'
import { connectionBudget } from './connection-budget.ts'
import { type Preparing, startEmbedded } from './embedded/index.ts'
import { type Cipher, createCipher } from './encrypted.ts'
import { type Listen, createListener } from './listen.ts'
import { type Locks, createLocks } from './locks.ts'
import { hasDiskSpace } from './disk-space.ts'
import { isUpgrade, migrate } from './migrate.ts'
import { eraseEverything } from './reset-store.ts'
import { isUsedByOthers, withSessionName } from './session-name.ts'
import { withConnection } from './with-connection.ts'

export interface Store {
  database: Database
  blobs: Blobs
  listen: Listen
  locks: Locks
  cache: Cache
  cipher: Cipher
  /** For a component that makes its own connections; holds a password, never log it. */
  connectionString: string
  /** The time as the database has it: what is dated by it, PostgreSQL may compare with its own. */
  clock: Clock
  /** Whether another process of plMail, a server or a command, works with the database; one that ends is waited for. */
  isUsedByOthers(patienceMs: number): Promise<boolean>
  /** False: the disk of the raw messages or of the data folder is full. */
  hasDiskSpace(): Promise<boolean>
  /** Removes all that is kept: rows, raw messages, and the copy of an embedded server. The next start begins anew. */
  erase(): Promise<void>
  /** Ends every connection and, when nobody else uses it, the embedded server. Blobs and cache end with it. */
  close(): Promise<void>
}

export interface StoreOptions {
  config: Pick<Config, 'dataDirectory' | 'databaseUrl' | 'databaseListenUrl' | 'blobs' | 'encryptionKey'>
  log: Log
  clock: Clock
  random: Random
}

/** A session that does not end by then must not keep the embedded server from being stopped. */
const sessionsEndWithinMs = 5_000

// Beside this file in the sources, beside the bundle once built.
const migrations = new URL('./migrations/', import.meta.url)

/**
 * Opens the server that DATABASE_URL names, else the embedded one, and brings its schema up to date.
 * Before an upgrade the embedded server's files are copied, as the way back.
 * Throws DatabaseUnreachable or DatabaseTooOld, what `startEmbedded` throws, MigrationChanged, DatabaseNewer or DatabaseOlder.
 */
export async function openStore({ config, log, clock, random }: StoreOptions): Promise<Store> {
  makeBlobFolder(config.blobs.path)
  const server =
    config.databaseUrl === undefined
      ? await startEmbedded({ dataDirectory: config.dataDirectory, log, clock, prepare: prepareOwn })
      : undefined
  const connectionString = server?.connectionString ?? withSessionName(config.databaseUrl ?? '')
  if (!server) await bringUpToDate(connectionString)
  const direct = config.databaseListenUrl ?? connectionString
  const database = openDatabase(
    { connectionString, prepare: server !== undefined, maxConnections: connectionBudget.statements },
    log,
  )
  const databaseClock = await followDatabaseClock({ sql: database, local: clock })
  const listener = createListener({ connectionString: direct, log })
  const locks = createLocks(direct)
  return {
    database,
    blobs: createBlobPacks({ sql: database, folder: config.blobs.path, clock: databaseClock, random }),
    listen: listener.listen,
    locks,
    cache: createCache(database, databaseClock),
    cipher: createCipher({ key: config.encryptionKey, random }),
    connectionString,
    clock: databaseClock,
    isUsedByOthers: (patienceMs) => isUsedByOthers(database, patienceMs),
    hasDiskSpace: () => hasDiskSpace([config.blobs.path, config.dataDirectory]),
    erase: async () => {
      await eraseEverything(database, config.blobs.path)
      await server?.dropCopy()
    },
    close: async () => {
      databaseClock.stop()
      await withTimeout(sessionsEndWithinMs, Promise.all([listener.close(), locks.close()]))
      await withTimeout(sessionsEndWithinMs, database.close())
      await server?.stop()
    },
  }
}

async function prepareOwn({ connectionString, keepCopy }: Preparing): Promise<void> {
  if (await isUpgrade(connectionString, migrations)) await keepCopy()
  await bringUpToDate(connectionString)
}

async function bringUpToDate(connectionString: string): Promise<void> {
  await checkServer(connectionString)
  await withConnection(connectionString, (client) => migrate(client, migrations))
}

function makeBlobFolder(path: string): void {
  try {
    makeFolder(path, 0o700)
  } catch (error) {
    throw new DataDirectoryNotWritable(path, error as NodeJS.ErrnoException)
  }
}
