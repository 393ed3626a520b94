import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../server-testing/src/store/test-database.ts'
import { type Dovecot, startDovecot } from '../../../server-testing/src/servers/dovecot.ts'
import { testAccounts, userWith } from '../../../server-testing/src/accounts/test-accounts.ts'
import { fixedClock } from '../kit/clock.ts'
import { systemRandom } from '../kit/random.ts'
import { testNetwork, waysWith } from '../../../server-testing/src/egress/test-network.ts'
import { chooseEndpoints } from './provider-sign-in.ts'
import { createVacationSessions } from './vacations.ts'

let db: TestDatabase
let dovecot: Dovecot
beforeAll(async () => {
  db = await testDatabase()
  dovecot = await startDovecot({ sieve: {} })
})
afterAll(async () => {
  await dovecot[Symbol.asyncDispose]()
  await db[Symbol.asyncDispose]()
})

const network = testNetwork()
const sieve = { reason: 'sieve', owner: 'installation' } as const
const clock = fixedClock(new Date('2026-03-01T12:00:00Z'))

function room(
  sievePort: number,
  listAddresses = async (host: string): Promise<string[]> => [host],
  ways = waysWith(fetch),
) {
  const { accounts } = testAccounts(db.database, {
    clock,
    allowedServers: [{ host: '127.0.0.1', port: dovecot.port }],
    listAddresses,
  })
  const needs = { accounts, database: db.database, clock, random: systemRandom, isDemo: false }
  const vacations = createVacationSessions({
    ...needs,

    endpoints: chooseEndpoints({ providerEndpoints: { google: {}, microsoft: {} } }),
    ways,
    sleep: async () => {},
    allowedServers: [],
    listAddresses,
    listOwnAddresses: async () => ['alias@example.org'],
    sievePort,
  })
  return { accounts, vacations }
}

async function connected({ accounts }: ReturnType<typeof room>, address: string) {
  dovecot.addUser(address, 'secret')
  const userId = await userWith(db.database, address)
  const server = { host: '127.0.0.1', port: dovecot.port, encryption: 'none' as const }
  const added = await accounts.add(userId, { address, password: 'secret', imap: server, smtp: server }, 'any')
  if (!added.ok) throw new Error(JSON.stringify(added.problems))
  return { userId, id: added.account.id }
}

test('an IMAP account has a vacation response once its server was seen to take such scripts', async () => {
  const { vacations, ...rest } = room(dovecot.sievePort)
  const ann = await connected({ vacations, ...rest }, 'ann@example.org')
  const bob = await connected({ vacations, ...rest }, 'bob@example.org')
  expect(await vacations.settable(ann.userId)).toEqual(new Set())
  await vacations.lookForServers()
  expect(await vacations.settable(ann.userId)).toEqual(new Set([ann.id]))
  expect(await vacations.settable(bob.userId)).toEqual(new Set([bob.id]))
  const away = { isEnabled: true, period: null, subject: 'Away', text: 'Back soon', html: null }
  expect(await vacations.write(ann.id, away)).toEqual({ ok: true, value: null })
  expect(await vacations.read(ann.id)).toEqual({ ok: true, value: away })
  expect(await vacations.read(bob.id)).toMatchObject({ ok: true, value: { isEnabled: false } })
})

test('a server that may not be connected to is not taken for one without automatic replies', async () => {
  const allowed = room(dovecot.sievePort)
  const refusing = room(1, undefined, { ...waysWith(fetch), dialer: () => network.dialer(sieve) })
  network.switchedOff.add('sieve')
  const flora = await connected(allowed, 'flora@example.org')
  await refusing.vacations.lookForServers()
  const rows = () => db.database.query('select 1 from sieve_server where account_id = $1', [flora.id])
  expect(await rows()).toEqual([])
  await allowed.vacations.lookForServers()
  expect(await allowed.vacations.settable(flora.userId)).toEqual(new Set([flora.id]))
  const answer = { ok: false, why: 'unavailable', problem: { problem: 'condition/replies-off' } }
  expect(await refusing.vacations.read(flora.id)).toEqual(answer)
})

test('is looked for again after a day, and stays while the server is only silent', async () => {
  const rooms = room(dovecot.sievePort)
  const carol = await connected(rooms, 'carol@example.org')
  await rooms.vacations.lookForServers()
  const silent = room(1)
  clock.advance(86_400_001)
  await silent.vacations.lookForServers()
  expect(await silent.vacations.settable(carol.userId)).toEqual(new Set([carol.id]))
  const [row] = await db.database.query<{ checked_at: Date }>(
    'select checked_at from sieve_server where account_id = $1',
    [carol.id],
  )
  expect(row?.checked_at).toEqual(clock.now())
  expect(await silent.vacations.read(carol.id)).toMatchObject({ ok: false, why: 'unavailable' })
})

test('is not looked for where only a host’s own services are', async () => {
  const rooms = room(dovecot.sievePort)
  const dora = await connected(rooms, 'dora@example.org')
  const rebound = room(dovecot.sievePort, async () => ['169.254.169.254'])
  await rebound.vacations.lookForServers()
  expect(await rebound.vacations.settable(dora.userId)).toEqual(new Set())
})
