import { mkdir } from 'node:fs/promises'
import type { Config } from '../config/index.ts'
import { DataDirectoryNotWritable } from '../config/index.ts'
import type { Clock } from '../kit/clock.ts'
import type { Log } from '../kit/log.ts'
import type { Random } from '../kit/random.ts'
import { createBlobPacks } from './blob-packs.ts'
import type { Blobs } from './blobs.ts'
import { type Cache, createCache } from './cache.ts'
import { type Database, openDatabase } from './database.ts'
import { checkServer } from './check-server.ts'
import { startEmbedded } from './embedded/index.ts'
import { type Cipher, createCipher } from './encrypted.ts'
import { type Listen, createListener } from './listen.ts'
import { type Locks, createLocks } from './locks.ts'
import { migrate } from './migrate.ts'

export interface Store {
  database: Database
  blobs: Blobs
  listen: Listen
  locks: Locks
  cache: Cache
  cipher: Cipher
  /** For a component that makes its own connections; holds a password, never log it. */
  connectionString: string
  /** Ends every connection and, when nobody else uses it, the embedded server. Blobs and cache end with it. */
  close(): Promise<void>
}

export interface StoreOptions {
  config: Pick<Config, 'dataDirectory' | 'databaseUrl' | 'databaseListenUrl' | 'blobs' | 'encryptionKey'>
  log: Log
  clock: Clock
  random: Random
}

// Leaves room below the embedded server's 60 for a second process, the console and the locks.
const maxConnections = 16

// Beside this file in the sources, beside the bundle once built.
const migrations = new URL('./migrations/', import.meta.url)

/**
 * Opens the server that DATABASE_URL names, else the embedded one, and brings its schema up to date.
 * Throws DatabaseUnreachable or DatabaseTooOld, what `startEmbedded` throws, or MigrationChanged.
 */
export async function openStore({ config, log, clock, random }: StoreOptions): Promise<Store> {
  await makeFolder(config.blobs.path)
  const server =
    config.databaseUrl === undefined
      ? await startEmbedded({ dataDirectory: config.dataDirectory, log, clock })
      : undefined
  const connectionString = server?.connectionString ?? config.databaseUrl ?? ''
  const direct = config.databaseListenUrl ?? connectionString
  const database = openDatabase({ connectionString, prepare: server !== undefined, maxConnections }, log)
  const listener = createListener({ connectionString: direct, log })
  const locks = createLocks(direct)
  const close = async () => {
    await Promise.all([listener.close(), locks.close()])
    await database.close()
    await server?.stop()
  }
  try {
    await checkServer(connectionString)
    await migrate(database.pool, migrations)
  } catch (error) {
    await close()
    throw error
  }
  return {
    database,
    blobs: createBlobPacks({ sql: database, folder: config.blobs.path, clock, random }),
    listen: listener.listen,
    locks,
    cache: createCache(database, clock),
    cipher: createCipher({ key: config.encryptionKey, random }),
    connectionString,
    close,
  }
}

async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new DataDirectoryNotWritable(path, error as NodeJS.ErrnoException)
  }
}
