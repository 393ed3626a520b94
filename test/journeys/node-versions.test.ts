import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { AccountView } from '@plmail/wire'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deliver } from '../../packages/server-testing/src/servers/deliver.ts'
import { type Dovecot, startDovecot } from '../../packages/server-testing/src/servers/dovecot.ts'
import { freePort } from '../../packages/server-testing/src/servers/free-port.ts'
import { type FreshCheckout, freshCheckout } from '../fixtures/fresh-checkout.ts'
import { emailBySubject } from '../fixtures/mail-at-plmail.ts'
import { folderOfNode } from '../fixtures/other-node.ts'
import { type SmtpSink, startSmtpSink } from '../../packages/server-testing/src/servers/smtp-sink.ts'
import { type Visitor, createVisitor } from '../../packages/server-testing/src/http/visitor.ts'

/**
 * A fresh clone on every Node.js that plMail supports: the oldest it takes, and each line that people run. The first
 * installs its packages as on a new machine; the others begin with those.
 */
const versions = ['24.21.0', '20.19.0', '22.23.3', '26.10.0']
const [user, password] = ['ada@example.org', 'mailbox password']

let dovecot: Dovecot
let smtp: SmtpSink
beforeAll(async () => {
  dovecot = await startDovecot()
  dovecot.addUser(user, password)
  smtp = await startSmtpSink({ users: { [user]: password } })
  await deliver(dovecot, user, 'From: Bo <bo@example.net>\r\nSubject: Welcome\r\n\r\nHello.\r\n')
})
afterAll(async () => {
  await smtp?.[Symbol.asyncDispose]()
  await dovecot?.[Symbol.asyncDispose]()
})

describe.each(versions)('Node.js %s', (version) => {
  let checkout: FreshCheckout
  let visitor: Visitor

  beforeAll(async () => {
    const bin = folderOfNode(version)
    checkout = freshCheckout({ bin, port: await freePort(), trusts: [dovecot, smtp] })
    if (version !== versions[0]) checkout.takePackages()
    visitor = createVisitor(await checkout.start())
  })
  afterAll(() => checkout?.[Symbol.asyncDispose]())

  test('starts from a fresh clone, and prints no warning', () => {
    expect(checkout.output()).not.toMatch(/warning|deprecat|unrecognized|bad option/i)
  })

  test('installs and signs in', async () => {
    expect((await visitor.request('GET', '/')).headers.location).toBe('/install')
    expect((await visitor.request('GET', '/install')).status).toBe(200)
    expect((await visitor.install()).headers.location).toBe('/')
    expect((await visitor.signIn()).headers.location).toBe('/')
  })

  test('shows the first mail', async () => {
    const account: AccountView = await visitor.addAccount(dovecot, smtp, user, password)
    await expect.poll(() => emailBySubject(visitor, account.id, 'Welcome')).toBeDefined()
  })

  test('keeps an event', async () => {
    const accountId = await visitor.personalAccount()
    const event = {
      title: 'Lunch',
      start: '2027-03-10T12:30:00',
      duration: 'PT1H',
      timeZone: 'Europe/Berlin',
    }
    const { created } = await visitor.call<{ created: { e: { id: string } } }>('CalendarEvent/set', {
      accountId,
      create: { e: event },
    })
    expect(await visitor.call('CalendarEvent/get', { accountId, ids: [created.e.id] })).toMatchObject({
      list: [event],
    })
  })

  test('stops in good order, its database with it', async () => {
    await checkout.pressCtrlC()
    expect(checkout.hasDatabase()).toBe(false)
    expect(checkout.output()).not.toMatch(/warning|deprecat/i)
  })
})

test('on a Node.js that is too old, even for its syntax, it says which one is needed', () => {
  const { status, stderr } = spawnSync(
    join(folderOfNode('12.22.12'), 'node'),
    ['--max-semi-space-size=4', join(import.meta.dirname, '../../tools/start.mjs')],
    { encoding: 'utf8' },
  )
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/^plMail needs Node\.js 20\.19 or newer; this is 12\.22\.12\./),
  ])
})
