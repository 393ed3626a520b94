/** Thrown when a migration that already ran has a different text now. */
export class MigrationChanged extends Error {
  /** Undefined where the migrations were compared as a whole. */
  readonly migration: string | undefined
  constructor(migration?: string) {
    super(`Migration ${migration ?? 'unknown'} was edited after it was released`)
    this.migration = migration
  }
}

/** Thrown for a database that a newer plMail has worked on: it holds migrations that this program does not bring. */
export class DatabaseNewer extends Error {
  readonly migrations: readonly string[]
  constructor(migrations: readonly string[]) {
    super(`The database was upgraded by a newer version of plMail (${migrations.join(', ')})`)
    this.migrations = migrations
  }
}

/** Thrown for a database whose version this program has forgotten how to upgrade; a version between them can. */
export class DatabaseOlder extends Error {
  /** The migration that has to have run. */
  readonly needed: string
  readonly newest: string
  constructor(newest: string, needed: string) {
    super(`The database belongs to a much older version of plMail (its newest migration is ${newest})`)
    this.needed = needed
    this.newest = newest
  }
}
