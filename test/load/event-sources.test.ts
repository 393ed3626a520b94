import { readFileSync } from 'node:fs'
import type { AccountView } from '@plmail/wire'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { tellAtFailure } from '../fixtures/at-failure.ts'
import { type Dovecot, startDovecot } from '../../packages/server-testing/src/servers/dovecot.ts'
import { generateMailbox, loadMailbox } from '../fixtures/mailbox.ts'
import { type PlMail, startPlMail } from '../fixtures/plmail.ts'
import { type SmtpSink, startSmtpSink } from '../../packages/server-testing/src/servers/smtp-sink.ts'
import type { Visitor } from '../../packages/server-testing/src/http/visitor.ts'
import { type Copy, follow, type Follower, keywordText } from './follower.ts'

/**
 * A hundred programs of one person hold an event source open while a thousand changes are made. Each has the same
 * mailbox at the end without ever having asked unprompted, none was turned away, and the server's memory stays flat.
 */
const [clients, changes, messages] = [100, 1000, 300]
const [user, password] = ['ada@example.org', 'mailbox password']

let dovecot: Dovecot
let smtp: SmtpSink
let plmail: PlMail
let visitor: Visitor
let account: AccountView
let followers: Follower[] = []

beforeAll(async () => {
  dovecot = await startDovecot()
  dovecot.addUser(user, password)
  smtp = await startSmtpSink({ users: { [user]: password } })
  await loadMailbox(dovecot, user, generateMailbox({ count: messages, seed: 20, averageBytes: 2_048 }))
  plmail = await startPlMail({ trusts: [dovecot, smtp] })
  visitor = plmail.visitor()
  await visitor.install()
  account = await visitor.addAccount(dovecot, smtp, user, password)
  const imported = async () => {
    const { size } = (await mailbox()).keywords
    if (size < messages) throw new Error(`${size} of ${messages} messages are here`)
  }
  await vi.waitFor(imported, { timeout: 120_000, interval: 200 })
})
beforeEach(() => tellAtFailure(() => [plmail]))
afterAll(async () => {
  for (const follower of followers) follower.close()
  await plmail?.[Symbol.asyncDispose]()
  await smtp?.[Symbol.asyncDispose]()
  await dovecot?.[Symbol.asyncDispose]()
})

test('a hundred event sources and a thousand changes', { timeout: 600_000 }, async () => {
  const begin = await mailbox()
  const { token } = await visitor.api<{ token: string }>('POST', '/api/session/token')
  followers = await Promise.all(
    Array.from({ length: clients }, () => follow(plmail.address, token, account.id, begin)),
  )
  const ids = [...begin.keywords.keys()]
  const memory: number[] = []
  const processor = processorSeconds()
  const began = performance.now()
  for (let at = 0; at < changes; at++) {
    await change(ids[(at * 7) % ids.length] ?? '', at)
    if (at % (changes / 20) === 0) memory.push(memoryOfServer())
  }
  const written = performance.now()
  const end = await mailbox()
  await vi.waitFor(
    () => expect(followers.map(({ copy }) => copy.state)).toEqual(followers.map(() => end.state)),
    {
      timeout: 120_000,
      interval: 20,
    },
  )
  const converged = performance.now()
  memory.push(memoryOfServer())

  for (const { copy, failure } of followers) {
    expect(failure).toBeUndefined()
    expect(copy.keywords).toEqual(end.keywords)
  }
  const sum = (of: 'events' | 'requests' | 'refused') =>
    followers.reduce((total, { figures }) => total + figures[of], 0)
  const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(1)
  process.stdout.write(
    `${changes} changes in ${seconds(began, written)} s, all ${clients} clients up to date ` +
      `${seconds(written, converged)} s later; ${sum('events')} events, ${sum('requests')} requests, ` +
      `${sum('refused')} turned away; server ${(processorSeconds() - processor).toFixed(1)} s of processor, ` +
      `memory ${memory.map((mebibytes) => mebibytes.toFixed(0)).join(' ')} MiB\n`,
  )
  expect(sum('refused')).toBe(0)
  // Each request was prompted: by an event, or by one that came while the request before it was under way.
  expect(sum('requests')).toBeLessThanOrEqual(sum('events'))
  expect(Number(seconds(written, converged))).toBeLessThan(15)
  const settled = memory.slice(5)
  expect(Math.max(...settled)).toBeLessThan(1.3 * Math.min(...settled))
})

async function mailbox(): Promise<Copy> {
  const [[, query], [, got]] = (await visitor.jmap([
    ['Email/query', { accountId: account.id, limit: 1000 }, '0'],
    [
      'Email/get',
      {
        accountId: account.id,
        '#ids': { resultOf: '0', name: 'Email/query', path: '/ids' },
        properties: ['keywords'],
      },
      '1',
    ],
  ])) as [
    [string, { ids: string[] }, string],
    [string, { state: string; list: Array<{ id: string; keywords: Record<string, unknown> }> }, string],
  ]
  expect(got.list).toHaveLength(query.ids.length)
  return {
    state: got.state,
    keywords: new Map(got.list.map(({ id, keywords }) => [id, keywordText(keywords)])),
  }
}

async function change(id: string, at: number): Promise<void> {
  const answer = await visitor.call<{ notUpdated: unknown }>('Email/set', {
    accountId: account.id,
    update: { [id]: { [`keywords/round${at % 3}`]: at % 2 === 0 ? true : null, 'keywords/$flagged': true } },
  })
  expect(answer.notUpdated).toBeNull()
}

/** MiB of the server's own, without its database: what it keeps for each client would show here. */
function memoryOfServer(): number {
  const [, kibibytes] = /^RssAnon:\s+(\d+) kB/m.exec(procFile('status')) ?? []
  return Number(kibibytes) / 1024
}

/** User and system time of the server (proc_pid_stat(5), in hundredths of a second). */
function processorSeconds(): number {
  const stat = procFile('stat')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

const procFile = (name: string) => readFileSync(`/proc/${plmail.pid()}/${name}`, 'utf8')
