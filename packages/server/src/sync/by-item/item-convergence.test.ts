import { afterAll, beforeAll, describe, test } from 'vitest'
import {
  type EmulatedForTests,
  emulatedForTests,
  providers,
} from '../../../../server-testing/src/sync/emulated-sync.ts'
import { runItemConvergence } from '../../../../server-testing/src/sync/item-convergence.ts'
import { buildKilledSync } from '../../../../server-testing/src/sync/killed-sync-worker.ts'
import { createLanes } from '../../../../server-testing/src/sync/lanes.ts'
import { runSeed, seedsToRun } from '../../../../server-testing/src/sync/seed-report.ts'

/**
 * As convergence.test.ts, for providers whose message ids hold for the whole account: changes on both sides, lost and
 * torn answers, cursors that are gone, pages that are left out, all oddities of mailboxes, and with every twentieth seed a worker that is killed time and again. Once both are quiet, the emulator's truth and the database must be the same.
 * `CONVERGENCE_SEEDS=100-300` runs other seeds, e.g. to hunt or to repeat one.
 */
const seeds = seedsToRun(20)

let killed: Awaited<ReturnType<typeof buildKilledSync>>
beforeAll(async () => {
  killed = await buildKilledSync()
})
afterAll(() => killed.remove())

describe.concurrent.each(providers)('random changes here and at %s end in the same mailbox', (provider) => {
  // While one mailbox waits for a server, another is looked at: each lane does one seed after the other.
  const lanes = createLanes<EmulatedForTests>(2, async (before) =>
    before ? before.another() : emulatedForTests(provider, 'convergence'),
  )
  afterAll(() => lanes.close())

  test.each(seeds)('seed %i', { timeout: 600_000, retry: 0 }, (seed) =>
    runSeed({ suite: 'mail', side: provider, seed, test: import.meta.url }, () =>
      seed % 20 === 0 ? withKills(provider, seed) : lanes.use((rig) => runItemConvergence(rig, seed)),
    ),
  )
})

async function withKills(provider: (typeof providers)[number], seed: number) {
  const rig = await emulatedForTests(provider, `seed ${seed}`, killed.program)
  try {
    return await runItemConvergence(rig, seed)
  } finally {
    await rig[Symbol.asyncDispose]()
  }
}
