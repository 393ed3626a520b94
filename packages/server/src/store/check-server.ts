import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** Nobody answers as a PostgreSQL server there, or not for us. `where` names host, port and database only. */
export class DatabaseUnreachable extends Error {
  readonly where: string
  readonly reason: string
  constructor(where: string, cause: unknown) {
    super(`The database at ${where} cannot be reached: ${reasonOf(cause)}`, { cause })
    this.where = where
    this.reason = reasonOf(cause)
  }
}

/** The server is older than PostgreSQL 15. */
export class DatabaseTooOld extends Error {
  readonly version: string
  constructor(version: string) {
    super(`The database is PostgreSQL ${version}; plMail needs 15 or newer`)
    this.version = version
  }
}

const oldestVersion = 150_000
const connectWithinMs = 10_000
/** A server that answers "starting up" (57P03) is there and will be ready: crash recovery, or a container just begun. */
const startsUpWithinMs = 60_000
const askAgainMs = 500

/** Connects once to see that a server is there and new enough. */
export async function checkServer(connectionString: string): Promise<void> {
  for (let waited = 0; ; waited += askAgainMs) {
    const outcome = await serverVersion(connectionString)
    if (outcome.ok) {
      if (outcome.number < oldestVersion) throw new DatabaseTooOld(outcome.text)
      return
    }
    const isStarting = outcome.error instanceof pg.DatabaseError && outcome.error.code === '57P03'
    if (!isStarting || waited >= startsUpWithinMs) {
      throw new DatabaseUnreachable(describe(connectionString), outcome.error)
    }
    await sleep(askAgainMs)
  }
}

type Outcome = { ok: true; number: number; text: string } | { ok: false; error: unknown }

async function serverVersion(connectionString: string): Promise<Outcome> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: connectWithinMs })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ number: number; text: string }>(
      `select current_setting('server_version_num')::int as number, current_setting('server_version') as text`,
    )
    return { ok: true, number: rows[0]?.number ?? 0, text: rows[0]?.text ?? '' }
  } catch (error) {
    return { ok: false, error }
  } finally {
    await client.end().catch(() => {})
  }
}

function describe(connectionString: string): string {
  const { host, port, database } = new pg.Client({ connectionString })
  return `${host}:${port}/${database ?? ''}`
}

// A host with several addresses fails with an AggregateError, whose own message is empty.
function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(reasonOf).join('; ')
  return cause instanceof Error ? cause.message : String(cause)
}
