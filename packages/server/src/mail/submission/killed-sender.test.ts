import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type SmtpSink, startSmtpSink } from '../../../../server-testing/src/servers/smtp-sink.ts'
import { workspaceAliases } from '../../../../../tools/workspaces.mjs'
import { createJobs } from '../../jobs/index.ts'
import { systemClock } from '../../kit/clock.ts'
import { silentLog } from '../../kit/log.ts'
import { systemRandom } from '../../kit/random.ts'
import { createBlobPacks } from '../../store/blob-packs.ts'
import { createIdentities, createMail, createSubmissions } from '../index.ts'
import {
  type AccountForTests,
  deliver,
  type MailForTests,
  mailForTests,
  newAccount,
} from '../../../../server-testing/src/mail/test-mail.ts'

let folder: string
let room: MailForTests
let account: AccountForTests
let sink: SmtpSink
let children: Set<ChildProcess>

beforeEach(async () => {
  // Within the package, so that the bundle finds what it leaves out, and where nobody looks for sources.
  const dist = fileURLToPath(new URL('../../../dist/', import.meta.url))
  await mkdir(dist, { recursive: true })
  folder = await mkdtemp(join(dist, 'killed-sender-'))
  await build({
    entryPoints: [
      fileURLToPath(
        new URL('../../../../server-testing/src/mail/submission/killed-sender.ts', import.meta.url),
      ),
    ],
    outfile: join(folder, 'sender.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    // The workspace's own package is no built one.
    alias: workspaceAliases(),
  })
  room = await mailForTests()
  account = await newAccount(room)
  sink = await startSmtpSink()
  children = new Set()
})
afterEach(async () => {
  await Promise.all([...children].map(kill))
  await sink[Symbol.asyncDispose]()
  await room[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

test('senders killed at random moments send no message twice, and none is lost without a word', async () => {
  const total = 40
  await queue(total)
  for (let kills = 0; kills < 8; kills++) {
    const sender = await spawned()
    // Some die right at the hand-over, some a little later, some before they did anything.
    if (kills % 5 !== 4) await Promise.race([once(sender.stdout!, 'data'), pause(10_000)])
    await pause(Math.random() * (kills % 2) * 60)
    await kill(sender)
  }
  await spawned()
  await expect.poll(unfinished, { timeout: 60_000, interval: 200 }).toBe(0)

  const sent = sink.messages.map(({ raw }) => /^Message-ID: <(.*)>\r$/m.exec(raw.toString())![1]!)
  expect(new Set(sent).size).toBe(sent.length)
  const rows = await room.db.database.query<{ header: string; state: string }>(
    'select message_id_header as header, state from submission',
  )
  expect(rows).toHaveLength(total)
  const accepted = rows.filter(({ state }) => state === 'accepted').map(({ header }) => header)
  const unknown = rows.filter(({ state }) => state === 'unknown').map(({ header }) => header)
  expect(accepted.length + unknown.length).toBe(total)
  expect(accepted.filter((header) => !sent.includes(header))).toEqual([])
  // What was not sent is known to be in doubt, and what is in doubt was in flight when its sender died.
  expect(sent.filter((header) => !accepted.includes(header) && !unknown.includes(header))).toEqual([])
  expect(unknown.length).toBeLessThanOrEqual(15)
}, 300_000)

/** Submissions whose time has come. */
async function queue(total: number): Promise<void> {
  const { changes, parts, db } = room
  const { database } = db
  const own = { clock: systemClock, random: systemRandom }
  const blobs = createBlobPacks({ ...own, sql: database, folder })
  const mail = createMail({ ...parts, ...own, blobs })
  const jobs = createJobs({ database, clock: systemClock, log: silentLog })
  const getHolder = async () => ({ address: 'me@example.test', name: '' })
  const identities = createIdentities({ database, changes, getHolder })
  const submissions = createSubmissions({
    ...own,
    database,
    blobs,
    changes,
    jobs,
    mail,
    getHolder,
    getLanguage: async () => 'en',
    identities,
    outbox: parts.outbox,
    refreshAccount: async () => {},
    undoSeconds: 0,
    relay: async () => ({ outcome: 'not-taken', said: 'this process sends nothing' }),
  })
  const [identity] = await identities.list(account.id)
  const messages = Array.from({ length: total }, (_, n) => ({
    id: `m${n}@example.test`,
    from: 'me@example.test',
    to: 'you@example.test',
    boxes: [account.boxes.sent],
  }))
  for (const messageId of await deliver({ ...room, mail }, account.id, messages)) {
    const wanted = { identityId: identity!.id, messageId, envelope: null }
    expect(await submissions.create(room.user, account.id, wanted)).toMatchObject({ ok: true })
  }
}

async function unfinished(): Promise<number> {
  const [row] = await room.db.database.query<{ n: number }>(
    `select count(*)::int as n from submission where state in ('queued', 'sending', 'handed-over')`,
  )
  return row!.n
}

async function spawned(): Promise<ChildProcess> {
  const args = [join(folder, 'sender.mjs'), room.db.connectionString, folder, String(sink.port)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  children.add(child)
  await once(child, 'spawn')
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  children.delete(child)
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
