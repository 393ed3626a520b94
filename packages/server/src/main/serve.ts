import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { probeKey } from '../accounts/index.ts'
import type { Config, ProcessRole } from '../config/index.ts'
import type { Terminal } from '../console/index.ts'
import type { Clock } from '../kit/clock.ts'
import type { Log } from '../kit/log.ts'
import type { Random } from '../kit/random.ts'
import { withTimeout } from '../kit/with-timeout.ts'
import { type Store, isDatabaseAway, openStore } from '../store/index.ts'
import { requireFittingKey } from './check-key.ts'
import { type Rooms, createRooms } from './rooms.ts'
import { stopped } from './stop-signal.ts'

export interface ServeOptions {
  config: Config
  role: ProcessRole
  /** The folder of the program, where the built web client lies. */
  home: string
  version: string
  /** Aborted when the process is asked to stop. */
  stop: AbortSignal
  terminal: Pick<Terminal, 'print' | 'words'>
  clock: Clock
  random: Random
  log: Log
}

/** Below the ten seconds that container managers allow between asking and killing. */
const graceMs = 8_000
/** Beyond these, what is left is given up: the database still has to be stopped. */
const httpEndsWithinMs = 10_000
const workEndsWithinMs = 10_000
const askAgainMs = 500

/** Starts everything the role needs and runs until asked to stop; resolves once all of it has ended in good order. */
export async function serve(options: ServeOptions): Promise<void> {
  await options.config.initSecrets()
  const store = await openStore(options)
  try {
    await untilDatabaseAnswers(() => requireFittingKey(() => probeKey(store.database, store.cipher)), options)
    if (!options.stop.aborted) await run(store, options)
  } finally {
    await store.close()
  }
}

async function run(store: Store, options: ServeOptions): Promise<void> {
  const { config, role, log, stop } = options
  const rooms = await createRooms({ ...options, store, clock: store.clock })
  try {
    if (role !== 'web') await untilDatabaseAnswers(rooms.startWork, options)
    if (role !== 'web') await logMended(rooms, options)
    const isNew = await untilDatabaseAnswers(() => rooms.people.install.isOpen(), options)
    // Listens last: whoever asks after the health of a server gets an answer once it is ready, and none before.
    if (role !== 'worker' && !stop.aborted) {
      await rooms.http.listen({ host: config.host, port: config.port })
      printAddress(rooms, isNew ?? false, options)
      await untilDatabaseAnswers(() => logLostPasskeys(rooms, options), options)
    }
    await stopped(stop)
    log.event('server.stopping')
  } finally {
    // Streams and requests first, so that nobody asks for what is being shut down.
    await withTimeout(httpEndsWithinMs, rooms.http.close())
    // A database on a full disk takes no new sessions, and may leave a statement without an answer.
    await withTimeout(graceMs + workEndsWithinMs, rooms.stopWork(graceMs))
  }
}

/**
 * Does work that needs the database, again and again while the database is away: it may be starting after a crash, and
 * a server that runs already waits for it as well. Undefined when the process is asked to stop meanwhile.
 */
async function untilDatabaseAnswers<T>(
  work: () => Promise<T>,
  { stop, log }: ServeOptions,
): Promise<T | undefined> {
  while (!stop.aborted) {
    try {
      return await work()
    } catch (error) {
      if (!isDatabaseAway(error)) throw error
      log.failure('server.waiting-for-database', error)
      await sleep(askAgainMs, undefined, { signal: stop }).catch(() => {})
    }
  }
  return undefined
}

/** Mends the outgoing mail of a clock that was ahead and logs it, before anybody wonders where the mail is. */
async function logMended(rooms: Rooms, options: ServeOptions): Promise<void> {
  const mended = await untilDatabaseAnswers(rooms.mendDue, options)
  const [moved, chosen] = [mended?.moved ?? 0, mended?.chosen ?? 0]
  const { print, words } = options.terminal
  const { sentLate, scheduledAhead } = words.commands.serve
  if (moved > 0) print(sentLate({ count: moved }))
  if (chosen > 0) print(scheduledAhead({ count: chosen }))
}

/** Whoever has changed the public address learns what that cost, at every start until it is made good. */
async function logLostPasskeys(
  { people }: Rooms,
  { log, terminal: { print, words } }: ServeOptions,
): Promise<void> {
  for (const { rpId, count } of await people.passkeys.countElsewhere()) {
    log.event('people.passkeys-made-elsewhere', { host: rpId, count })
    print(words.commands.serve.passkeysElsewhere({ host: rpId, count }))
  }
}

function printAddress({ http, people }: Rooms, isNew: boolean, options: ServeOptions): void {
  const { host } = options.config
  const address = getAddress(http.server.address(), host)
  options.log.event('server.listening', { host, port: Number(new URL(address).port) || 80 })
  const { print, words } = options.terminal
  const { ready, begin } = words.commands.serve
  print(ready({ address }))
  if (isNew) print(begin({ address, code: people.install.setupCode }))
}

/** An address that can be opened on this machine: a wildcard is listened on, not visited. */
function getAddress(bound: AddressInfo | string | null, host: string): string {
  const port = typeof bound === 'object' ? (bound?.port ?? 0) : 0
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return new URL(`http://${name.includes(':') ? `[${name}]` : name}:${port}`).origin
}
