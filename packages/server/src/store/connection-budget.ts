/** Connections to the database that one process holds at most, by the part that holds them. */
export const connectionBudget = {
  /** Statements and transactions of the rooms (`openStore`). Each takes 8 to 12 MiB once it has seen every statement. */
  statements: 8,
  /** Each of the five lanes takes its jobs on one (`jobs/workers.ts`). */
  jobs: 5,
  /** The process's proof of life for the queue (`jobs/presence.ts`). */
  presence: 1,
  /** Notifications (`createListener`), locks (`createLocks`), and what shows others that the server is in use. */
  sessions: 3,
} as const

const { statements, jobs, presence, sessions } = connectionBudget

/** A server process in role `all` or `worker`; `web` runs no jobs. */
export const serverConnections = statements + jobs + presence + sessions
const commandConnections = statements + sessions
/** For a back-up or somebody who looks inside, and for sessions that have ended and are still listed. */
const spareConnections = 5

/**
 * Number of connections that the embedded server allows: two server processes (web and worker), a console command, and
 * some to spare.
 */
export const embeddedConnections = 2 * serverConnections + commandConnections + spareConnections
