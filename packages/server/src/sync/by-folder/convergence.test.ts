import { describe, expect, test } from 'vitest'
import { runConvergence } from '../../../../server-testing/src/sync/convergence.ts'
import {
  isSignedOut,
  signInAgain,
  signInOther,
} from '../../../../server-testing/src/sync/other-client-sign-in.ts'
import { runSeed, seedsToRun } from '../../../../server-testing/src/sync/seed-report.ts'
import { imapUser, syncForTests } from '../../../../server-testing/src/sync/test-imap-sync.ts'

/**
 * Another client and a person here change the same mailbox in random order while connections drop and looks and
 * sends come in between. Once both are quiet, Dovecot and the database must hold the same, and nothing may be lost.
 * `CONVERGENCE_SEEDS=100-300` runs other seeds, e.g. to hunt or to repeat one.
 */
const seeds = seedsToRun(12)

describe('random changes on both sides (IMAP) end in the same mailbox', () => {
  test.each(seeds)('seed %i', { timeout: 300_000, retry: 0 }, (seed) =>
    runSeed({ suite: 'mail', side: 'IMAP', seed, test: import.meta.url }, () => runConvergence(seed)),
  )
})

test.each(['renamed', 'deleted'] as const)(
  'another client whose open folder is %s here is signed out by Dovecot, and goes on',
  async (change) => {
    await using rig = await syncForTests()
    const run = { rig, other: await rig.dovecot.client(imapUser), story: [] }
    await run.other.mailboxCreate('New 1')
    await rig.syncNow()
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
    await rig.syncNow()
    await signedOut.noop() // the server tells at the next command
    await closed
    const error = await signedOut.list().catch((thrown: unknown) => thrown)
    expect(isSignedOut(signedOut, error)).toBe(true)
    await signInAgain(run)
    expect((await run.other.list()).some(({ path }) => path === 'INBOX')).toBe(true)
    await run.other.logout()
  },
)

test('another client that Dovecot leaves waiting for the lock of a folder gives up, and goes on', async () => {
  await using rig = await syncForTests()
  const run = { rig, other: await signInOther(rig.dovecot, 1_000), story: [] }
  await rig.dovecot.append(imapUser, 'INBOX', 'Subject: Locked\r\n\r\nHello\r\n')
  const unlock = rig.dovecot.lock(imapUser, 'INBOX')
  const waiting = run.other
  const error = await waiting
    .append('INBOX', 'Subject: Waits\r\n\r\nHello\r\n')
    .catch((thrown: unknown) => thrown)
  expect(isSignedOut(waiting, error)).toBe(true)
  unlock()
  await signInAgain(run)
  expect((await run.other.mailboxOpen('INBOX')).exists).toBeGreaterThan(0)
  await run.other.logout()
})
