import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createChanges } from '../changes/index.ts'
import type { Config } from '../config/index.ts'
import { createHealth } from '../health/index.ts'
import { imageProxyRoute } from '../http/api/image-proxy.ts'
import { jobsApi } from '../http/api/jobs.ts'
import { createHttp } from '../http/index.ts'
import { liveRoutes } from '../http/live/index.ts'
import { createJobs } from '../jobs/index.ts'
import type { Clock } from '../kit/clock.ts'
import type { Log } from '../kit/log.ts'
import type { Random } from '../kit/random.ts'
import { createMail, parseMessage } from '../mail/index.ts'
import { type People, createPeople } from '../people/index.ts'
import { createImageProxy, createOutbound, frameScriptHash } from '../safety/index.ts'
import type { Store } from '../store/index.ts'
import { createOutbox } from '../sync/index.ts'
import { scheduleMaintenance } from './maintenance.ts'

export interface RoomsOptions {
  store: Store
  config: Config
  home: string
  version: string
  clock: Clock
  random: Random
  log: Log
}

/** The rooms of one process, wired together and not yet at work. */
export interface Rooms {
  people: People
  http: FastifyInstance
  /** Runs jobs, schedules and watches; only in roles that do. */
  startWork(): Promise<void>
  stopWork(graceMilliseconds: number): Promise<void>
}

/** The dependency map: which room gets which. Everything a room needs is named here and nowhere else. */
export async function createRooms(options: RoomsOptions): Promise<Rooms> {
  const { store, config, clock, random, log } = options
  const { database, blobs, cache, listen } = store
  const changes = createChanges({ database, listen, clock })
  const jobs = createJobs({ database, clock, log })
  const people = createPeople({ store: database, clock, random, cache, keys: config })
  const outbox = createOutbox({ jobs })
  const mail = createMail({ database, blobs, changes, outbox, clock, parse: parseMessage })
  const imageKey = config.keyFor('image-proxy').toString('hex')
  const cacheFolder = join(config.dataDirectory, 'image-cache')
  const imageProxy = createImageProxy({ outbound: createOutbound(), key: imageKey, clock, cacheFolder })
  scheduleMaintenance({ jobs, store, mail, changes, clock })

  let isWorking = false
  const health = createHealth({
    checks: {
      database: () => database.query('select 1').then((rows) => rows.length === 1),
      queue: () => jobs.waiting().then(() => true),
      workers: async () => (isWorking ? true : null),
    },
  })
  const verifyHub = (cookie: string) => people.tokens.verifyHub(cookie)
  const http = await createHttp({
    ...options,
    people,
    health,
    webClient: { folder: join(options.home, 'packages/web/dist'), scriptHashes: [frameScriptHash] },
    plugins: ({ guard, streams }) => [
      liveRoutes({ changes, verifyHub, streams, clock, log }),
      imageProxyRoute(imageProxy),
      jobsApi({ jobs, requireAdmin: guard.requireAdmin }),
    ],
  })
  return {
    people,
    http,
    startWork: async () => {
      await jobs.start()
      isWorking = true
    },
    stopWork: async (graceMilliseconds) => {
      isWorking = false
      await jobs.stop(graceMilliseconds)
    },
  }
}
