import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EmulatedForTests, emulatedForTests, providers } from './emulated-for-tests.ts'
import { runItemConvergence } from './item-convergence-for-tests.ts'
import { buildKilledSync } from './killed-sync-for-tests.ts'
import { createLanes } from './lanes-for-tests.ts'

/**
 * As convergence.test.ts, for providers whose message ids hold for the whole account: changes on both sides, lost and
 * torn answers, cursors that are gone, and with every twentieth seed a worker that is killed time and again. Once both are quiet, the emulator's truth and the database must be the same.
 * `CONVERGENCE_SEEDS=100-300` runs other seeds, e.g. to hunt or to repeat one.
 */
const [first = 1, last = first] = (process.env.CONVERGENCE_SEEDS ?? '1-40').split('-').map(Number)
const seeds = Array.from({ length: last - first + 1 }, (_, index) => first + index)

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

  test.each(seeds)('seed %i', { timeout: 600_000 }, async (seed) => {
    const again = `CONVERGENCE_SEEDS=${seed} npx vitest run --project server packages/server/src/sync/item-convergence -t ${provider}`
    const { complaints, story } =
      seed % 20 === 0
        ? await withKills(provider, seed)
        : await lanes.use((rig) => runItemConvergence(rig, seed))
    expect(complaints, `seed ${seed}, again with: ${again}\n${story.join('\n')}`).toEqual([])
  })
})

async function withKills(provider: (typeof providers)[number], seed: number) {
  const rig = await emulatedForTests(provider, `seed ${seed}`, killed.program)
  try {
    return await runItemConvergence(rig, seed)
  } finally {
    await rig[Symbol.asyncDispose]()
  }
}
