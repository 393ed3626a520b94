/** PostgreSQL, blobs and locks. Knows no domain words. */
export type { Blobs } from './blobs.ts'
export { type Database, type DatabaseOptions, openDatabase } from './database.ts'
export { MigrationChanged, migrate } from './migrate.ts'
export type { Sql, Tx } from './sql.ts'
