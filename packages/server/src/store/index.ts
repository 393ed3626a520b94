/**
 * PostgreSQL (a server of somebody else's, or one of our own), blobs, locks, notifications, the shared cache and
 * the cipher of encrypted columns. Knows no domain words: tables beyond its own belong to the rooms that ask.
 */
export { type BlobPlace, placeInSql as blobPlaceInSql } from './blob-rows.ts'
export { BlobDamaged, type Blobs, type OpenBlob, type StoredBytes } from './blobs.ts'
export type { Cache } from './cache.ts'
export { DatabaseTooOld, DatabaseUnreachable } from './check-server.ts'
export { connectionBudget, serverConnections } from './connection-budget.ts'
export { type Database, openDatabase } from './database.ts'
export { isDatabaseAway } from './database-away.ts'
export {
  CopyFailed,
  EmbeddedFailed,
  EmbeddedUnavailable,
  OtherMajorVersion,
  StillInUse,
} from './embedded/index.ts'
export { CannotDecrypt, type Cipher, EncryptionKeyUnusable, createCipher } from './encrypted.ts'
export { type NotifiedCache, createNotifiedCache } from './notified-cache.ts'
export type { Listen } from './listen.ts'
export { type Locks } from './locks.ts'
export { DatabaseNewer, DatabaseOlder, MigrationChanged } from './migration-errors.ts'
export { insertRow, named } from './named-values.ts'
export { type Store, openStore } from './open-store.ts'
export type { Sql, Tx } from './sql.ts'
export { batchCalls as together } from './batch-calls.ts'
