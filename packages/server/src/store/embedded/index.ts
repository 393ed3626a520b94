/** The built-in PostgreSQL server: used when no DATABASE_URL names another one. */
export { EmbeddedFailed, EmbeddedUnavailable, OtherMajorVersion } from './embedded-errors.ts'
export { type EmbeddedOptions, type EmbeddedServer, startEmbedded } from './supervisor.ts'
