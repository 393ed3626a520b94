/** The built-in PostgreSQL server: used when no DATABASE_URL names another one. */
export {
  CopyFailed,
  EmbeddedFailed,
  EmbeddedUnavailable,
  OtherMajorVersion,
  StillInUse,
} from './embedded-errors.ts'
export { type EmbeddedServer, type Preparing, startEmbedded } from './supervisor.ts'
