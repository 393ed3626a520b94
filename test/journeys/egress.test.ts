import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type EgressReason, egressReasons, type EgressReport } from '@plmail/wire'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tellAtFailure } from '../fixtures/at-failure.ts'
import { type ClosedNetwork, startClosedNetwork } from '../fixtures/closed-network/closed-network.ts'
import type { SentPacket } from '../fixtures/closed-network/sent-packet.ts'
import { type PlMail, startPlMail } from '../fixtures/plmail.ts'
import { featuresOf, newsletter, subscribe, type Subscriber } from '../fixtures/ways-out/features.ts'
import { strangers } from '../fixtures/ways-out/internet.ts'
import { doorsTo, mailbox, type Services, startServices } from '../fixtures/ways-out/services.ts'
import { listUnnamed } from '../fixtures/ways-out/unnamed.ts'

/**
 * The program runs in a network of its own in which every packet is read. People use all that needs another machine, with
 * each setting of EGRESS, and what was sent is compared with the ledger.
 */
let services: Services
let network: ClosedNetwork
let plmail: PlMail
let subscriber: Subscriber
beforeAll(async () => {
  services = await startServices()
  await services.dovecot.append(mailbox.user, 'INBOX', newsletter)
  network = await startClosedNetwork(strangers)
  for (const door of doorsTo(services.list)) await network.open(door)
  plmail = await startPlMail({
    trusts: [services.dovecot, services.smtp, services.internet],
    variables: services.variables,
    network,
  })
  services.google.redirectUris.push(`${plmail.address}/oauth/provA/callback`)
  subscriber = await subscribe(plmail, services)
}, 240_000)
beforeEach(() => tellAtFailure(() => [plmail]))
afterAll(async () => {
  await plmail?.[Symbol.asyncDispose]()
  await network?.[Symbol.asyncDispose]()
  await services?.[Symbol.asyncDispose]()
})

const report = () => subscriber.visitor.api<EgressReport>('GET', '/api/admin/egress?period=day')

/** What no line of the ledger names, of all that was ever sent. */
async function unnamed(): Promise<SentPacket[]> {
  const sent = await network.sent()
  return listUnnamed(sent, services.list, (await report()).lines)
}

const isProvider = (reason: EgressReason) => egressReasons[reason].isProvider

describe.each([
  { mode: 'all', run: 0, isAllowed: () => true },
  { mode: 'providers', run: 1, isAllowed: isProvider },
  { mode: 'none', run: 2, isAllowed: () => false },
])('with EGRESS=$mode', ({ mode, run, isAllowed }) => {
  let sentBefore = 0
  beforeAll(async () => {
    await plmail.stop()
    sentBefore = (await network.sent()).length
    await plmail.start({ EGRESS: mode })
  })

  test('what may connect works, and what may not is refused', async () => {
    for (const { reasons, use, success, refusal } of featuresOf(subscriber))
      expect.soft(await use(run), reasons.join()).toMatch(reasons.every(isAllowed) ? success : refusal)
  })

  test('no packet is sent that the ledger does not name, nor one to whom it may not', async () => {
    const sent = (await network.sent()).slice(sentBefore)
    const allowed = services.list.filter(({ reasons }) => reasons.every(isAllowed))
    const strays = sent.filter(
      ({ address, port }) =>
        port !== 53 && !allowed.some((service) => service.address === address && service.port === port),
    )
    expect(strays).toEqual([])
    expect(sent.length > 0, 'something is sent').toBe(mode !== 'none')
    // The ledger is written a moment after the packets.
    await expect.poll(unnamed, { timeout: 30_000 }).toEqual([])
  })
})

test('every reason that there is was used', async () => {
  const { lines } = await report()
  const connected = lines.filter(({ times, failed }) => times > failed).map(({ reason }) => reason)
  expect([...new Set(connected)].toSorted()).toEqual(
    [...Object.keys(egressReasons), 'name-server'].toSorted(),
  )
})

test('what connects past the ledger is reported, to a stranger as well as to a server in the ledger', async () => {
  const [command, ...words] = network.enter([
    process.execPath,
    '-e',
    `fetch('http://8.8.8.8/').catch(() => {})
     for (let at = 0; at < 50; at++) fetch('https://pictures.example/').catch(() => {})`,
  ])
  await promisify(execFile)(command, words)
  const strays = await unnamed()
  expect(strays).toContainEqual({ protocol: 'tcp', address: '8.8.8.8', port: 80 })
  expect(strays).toContainEqual({ protocol: 'tcp', address: strangers['pictures.example'], port: 443 })
})

test('no packet went by unread', async () => {
  expect(await network.countUnread()).toBe(0)
})
