import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { providers } from './emulated-for-tests.ts'
import { runItemConvergence } from './item-convergence-for-tests.ts'
import { buildKilledSync } from './killed-sync-for-tests.ts'

/**
 * As convergence.test.ts, for providers whose message ids hold for the whole account: changes on both sides, lost and
 * torn answers, cursors that are gone, and with every twentieth seed a worker that is killed time and again. Once both are quiet, the emulator's truth and the database must be the same.
 * `CONVERGENCE_SEEDS=100-300` runs other seeds, e.g. to hunt or to repeat one.
 */
const [first = 1, last = 20] = (process.env.CONVERGENCE_SEEDS ?? '1-20').split('-').map(Number)

let killed: Awaited<ReturnType<typeof buildKilledSync>>
beforeAll(async () => {
  killed = await buildKilledSync()
})
afterAll(() => killed.remove())

describe.each(providers)('random changes here and at %s end in the same mailbox', (provider) => {
  for (let seed = first; seed <= last; seed++) {
    test(`seed ${seed}`, { timeout: 300_000 }, async () => {
      const program = seed % 20 === 0 ? killed.program : undefined
      const { complaints, story } = await runItemConvergence(provider, seed, program)
      expect(complaints, `seed ${seed}:\n${story.join('\n')}`).toEqual([])
    })
  }
})
