/** There is no built-in database for this machine or user; DATABASE_URL is the way out. */
export class EmbeddedUnavailable extends Error {}

/** The cluster on disk was made by another major version of PostgreSQL, whose files this one cannot read. */
export class OtherMajorVersion extends Error {
  readonly folder: string
  readonly found: string
  readonly needed: number
  constructor(folder: string, found: string, needed: number) {
    super(
      `The database in ${folder} was made by PostgreSQL ${found}, this program brings PostgreSQL ${needed}`,
    )
    this.folder = folder
    this.found = found
    this.needed = needed
  }
}

/** The server process ended or never became ready; `lastLines` is the end of its log. */
export class EmbeddedFailed extends Error {
  readonly lastLines: string
  constructor(what: string, lastLines: string) {
    super(`${what}:\n${lastLines}`)
    this.lastLines = lastLines
  }
}

/** The cluster could not be copied before an upgrade, so there was none. */
export class CopyFailed extends Error {
  constructor(folder: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(`The database in ${folder} could not be copied before its upgrade (${reason})`, { cause })
  }
}

/** Another process works with the server, so it cannot be stopped to be copied. */
export class StillInUse extends Error {}
