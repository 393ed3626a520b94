import { describe, expect, test } from 'vitest'
import { runConvergence } from './convergence-for-tests.ts'

/**
 * Another client and a person here change the same mailbox in random order while connections drop and looks and
 * sends come in between. Once both are quiet, Dovecot and the database must hold the same, and nothing may be lost.
 * `CONVERGENCE_SEEDS=100-300` runs other seeds, e.g. to hunt or to repeat one.
 */
const [first = 1, last = 12] = (process.env.CONVERGENCE_SEEDS ?? '1-12').split('-').map(Number)

describe('random changes on both sides end in the same mailbox', () => {
  for (let seed = first; seed <= last; seed++) {
    test(`seed ${seed}`, { timeout: 300_000 }, async () => {
      const { complaints, story } = await runConvergence(seed)
      expect(complaints, `seed ${seed}:\n${story.join('\n')}`).toEqual([])
    })
  }
})
