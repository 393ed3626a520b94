import { describe, test } from 'vitest'
import { runConvergence } from './convergence-for-tests.ts'
import { runSeed, seedsToRun } from './seed-report-for-tests.ts'

/**
 * Another client and a person here change the same mailbox in random order while connections drop and looks and
 * sends come in between. Once both are quiet, Dovecot and the database must hold the same, and nothing may be lost.
 * `CONVERGENCE_SEEDS=100-300` runs other seeds, e.g. to hunt or to repeat one.
 */
const seeds = seedsToRun(12)

describe('random changes on both sides (IMAP) end in the same mailbox', () => {
  test.each(seeds)('seed %i', { timeout: 300_000, retry: 0 }, (seed) =>
    runSeed({ suite: 'mail', side: 'IMAP', seed, path: 'packages/server/src/sync/convergence' }, () =>
      runConvergence(seed),
    ),
  )
})
