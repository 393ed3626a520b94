import { describe, expect, test } from 'vitest'
import { runConvergence } from '../convergence-for-tests.ts'
import { isSignedOut, signInAgain } from '../other-client-for-tests.ts'
import { runSeed, seedsToRun } from '../seed-report-for-tests.ts'
import { imapUser, syncForTests } from '../sync-for-tests.ts'

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

test.each(['renamed', 'deleted'] as const)(
  'another client whose open folder is %s here is signed out by Dovecot, and goes on',
  async (change) => {
    await using rig = await syncForTests()
    const run = { rig, other: await rig.dovecot.client(imapUser), story: [] }
    await run.other.mailboxCreate('New 1')
    await rig.look()
    await run.other.mailboxOpen('New 1')
    const signedOut = run.other
    const closed = new Promise((resolve) => signedOut.once('close', resolve))
    const [box] = (await rig.mail.mailboxes.list(rig.account)).filter(({ name }) => name === 'New 1')
    const cause = { actor: { kind: 'user' as const, userId: rig.user }, verb: 'change-mailbox' }
    await rig.changes.write(rig.account, cause, (write) =>
      change === 'renamed'
        ? rig.mail.mailboxes.update(write, box!.id, { name: 'New 2' })
        : rig.mail.mailboxes.destroy(write, box!.id, true),
    )
    await rig.look()
    await signedOut.noop() // the server tells at the next command
    await closed
    const error = await signedOut.list().catch((thrown: unknown) => thrown)
    expect(isSignedOut(signedOut, error)).toBe(true)
    await signInAgain(run)
    expect((await run.other.list()).some(({ path }) => path === 'INBOX')).toBe(true)
    await run.other.logout()
  },
)
