import { rm } from 'node:fs/promises'
import { probeKey } from '../accounts/index.ts'
import type { Config, Role } from '../config/index.ts'
import type { Installation, Rooms as ConsoleRooms, Terminal } from '../console/index.ts'
import type { Clock } from '../kit/clock.ts'
import { createLog } from '../kit/log.ts'
import type { Random } from '../kit/random.ts'
import { type Store, openStore } from '../store/index.ts'
import { consoleRooms } from './console-rooms.ts'
import { keyWarning } from './key-fits.ts'
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

/** What console commands act on in this process. `close` ends what they opened. */
export function createInstallation(options: InstallationOptions): Installation & { close(): Promise<void> } {
  const { config, terminal, clock, random } = options
  const log = createLog({ level: config.logLevel })
  let store: Promise<Store> | undefined
  const quiet = createLog({ level: 'silent' }) // a command's answer is what its caller reads
  const opened = () => (store ??= openWithWarning({ ...options, log: quiet }))
  return {
    serve: async (role: Role) => {
      const stop = listenForStop(clock)
      try {
        await serve({ ...options, role, log, stop: stop.signal, print: terminal.print })
      } finally {
        stop.release()
      }
    },
    rooms: async (): Promise<ConsoleRooms> =>
      consoleRooms({ store: await opened(), config, clock, random, log: quiet }),
    initSecrets: config.initSecrets,
    rotateSecrets: config.rotateSecrets,
    storePublicAddress: config.storePublicAddress,
    eraseEverything: async () => {
      await (await opened()).erase()
      // Pictures of messages that are gone tell what was in them.
      await rm(imageCacheFolder(config), { recursive: true, force: true })
    },
    close: async () => {
      await (await store?.catch(() => undefined))?.close()
    },
  }
}

async function openWithWarning(
  options: InstallationOptions & { log: ReturnType<typeof createLog> },
): Promise<Store> {
  const store = await openStore(options)
  const warning = await keyWarning(() => probeKey(store.database, store.cipher))
  if (warning !== undefined) options.terminal.warn(warning)
  return store
}
