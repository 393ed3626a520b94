/** There is no built-in database for this machine or user; DATABASE_URL is the way out. */
export class EmbeddedUnavailable extends Error {
  readonly reason: EmbeddedObstacle
  /** The package or the folder that it is about; empty where there is none. */
  readonly subject: string
  constructor(reason: EmbeddedObstacle, subject = '') {
    super(`The built-in database is unavailable: ${reason} ${subject}`.trimEnd())
    this.reason = reason
    this.subject = subject
  }
}

type EmbeddedObstacle = 'windows' | 'glibc' | 'notInstalled' | 'unnamedUser' | 'rootOnly' | 'foreignFolder'

/** The cluster on disk was made by another major version of PostgreSQL, whose files this one cannot read. */
export class OtherMajorVersion extends Error {
  readonly folder: string
  readonly found: string
  readonly needed: number
  constructor(folder: string, foundVersion: string, needed: number) {
    super(
      `The database in ${folder} was made by PostgreSQL ${foundVersion}, this program brings PostgreSQL ${needed}`,
    )
    this.folder = folder
    this.found = foundVersion
    this.needed = needed
  }
}

/** A program of the database failed; `lastLines` is the end of what it said. */
export class EmbeddedFailed extends Error {
  /** `server`: its process ended or never became ready. */
  readonly program: string
  readonly lastLines: string
  constructor(program: string, lastLines: string) {
    super(`The built-in database failed in ${program}:\n${lastLines}`)
    this.program = program
    this.lastLines = lastLines
  }
}

/** The cluster could not be copied before an upgrade, so there was none. */
export class CopyFailed extends Error {
  readonly folder: string
  readonly reason: string
  constructor(folder: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(`The database in ${folder} could not be copied before its upgrade (${reason})`, { cause })
    this.folder = folder
    this.reason = reason
  }
}

/** Another process works with the server, so it cannot be stopped to be copied. */
export class StillInUse extends Error {}
