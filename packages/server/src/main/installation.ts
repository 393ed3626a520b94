import { rm } from 'node:fs/promises'
import { probeKey } from '../accounts/index.ts'
import type { Config, ProcessRole } from '../config/index.ts'
import type { Installation, ConsoleRooms, Terminal } from '../console/index.ts'
import type { Clock } from '../kit/clock.ts'
import { createLog } from '../kit/log.ts'
import type { Random } from '../kit/random.ts'
import { type Store, openStore } from '../store/index.ts'
import { consoleRooms } from './console-rooms.ts'
import { keyWarning } from './check-key.ts'
import { imageCacheFolder } from './rooms.ts'
import { serve } from './serve.ts'
import { listenForStop } from './stop-signal.ts'

export interface InstallationOptions {
  config: Config
  home: string
  version: string
  terminal: Terminal
  clock: Clock
  random: Random
}

/** Creates the installation that console commands act on in this process. `close` ends what they opened. */
export function createInstallation(options: InstallationOptions): Installation & { close(): Promise<void> } {
  const { config, terminal, clock, random } = options
  const log = createLog({ level: config.logLevel })
  let store: Promise<Store> | undefined
  const quiet = createLog({ level: 'silent' }) // a command's answer is what its caller reads
  const openInstallation = () => {
    stopAtSignals()
    return (store ??= openWithWarning({ ...options, log: quiet }))
  }
  const storeAndClock = async () => {
    const runningStore = await openInstallation()
    return { store: runningStore, clock: runningStore.clock }
  }
  const stopRooms: Array<() => Promise<void>> = []
  const close = async () => {
    for (const stop of stopRooms.splice(0)) await stop().catch(() => {}) // with the database away, its trace stays
    await (await store?.catch(() => undefined))?.close()
  }
  const stopAtSignals = once(() => endAtSignals(close))
  return {
    serve: async (role: ProcessRole) => {
      const stop = listenForStop(clock)
      try {
        await serve({ ...options, role, log, stop: stop.signal, terminal })
      } finally {
        stop.release()
      }
    },
    rooms: async (): Promise<ConsoleRooms> => {
      const { rooms, stop } = consoleRooms({ ...(await storeAndClock()), config, random, log: quiet })
      stopRooms.push(stop)
      return rooms
    },
    isServerRunning: async (patienceMs = 0) => (await openInstallation()).isUsedByOthers(patienceMs),
    initSecrets: config.initSecrets,
    rotateSecrets: config.rotateSecrets,
    storePublicAddress: config.storePublicAddress,
    eraseEverything: async () => {
      await (await openInstallation()).erase()
      // Pictures of messages that are gone tell what was in them.
      await rm(imageCacheFolder(config), { recursive: true, force: true })
    },
    close,
  }
}

/**
 * Ctrl+C ends what the command has opened first, a database that it has started above all. Never taken back: the process
 * ends with its command.
 */
function endAtSignals(close: () => Promise<void>): void {
  const codes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const
  for (const [name, code] of Object.entries(codes))
    process.once(name, () => void close().finally(() => process.exit(code)))
}

function once(work: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) work()
    isDone = true
  }
}

async function openWithWarning(
  options: InstallationOptions & { log: ReturnType<typeof createLog> },
): Promise<Store> {
  const store = await openStore(options)
  const warning = await keyWarning(() => probeKey(store.database, store.cipher), options.terminal.words.exits)
  if (warning !== undefined) options.terminal.warn(warning)
  return store
}
