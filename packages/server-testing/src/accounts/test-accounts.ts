import { type UserId, ProviderName } from '@plmail/wire'
import { type Changes, type LiveEvent, createChanges } from '../../../server/src/changes/index.ts'
import { createEvents } from '../../../server/src/events/index.ts'
import { type FixedClock, fixedClock, systemClock } from '../../../server/src/kit/clock.ts'
import { type Log, silentLog } from '../../../server/src/kit/log.ts'
import { systemRandom } from '../../../server/src/kit/random.ts'
import { googleEndpoints } from '../../../server/src/providers/google/endpoints.ts'
import { createGoogleOAuth } from '../../../server/src/providers/google/grant.ts'
import { createCache } from '../../../server/src/store/cache.ts'
import { type Database, createCipher } from '../../../server/src/store/index.ts'
import { type Accounts, type AccountsOptions, createAccounts } from '../../../server/src/accounts/index.ts'

export interface TestAccounts {
  accounts: Accounts
  clock: FixedClock
  /** What the hooks and open browsers were told, in order. */
  told: string[]
}

/** The room over a database, with a key of its own and hooks that take notes. */
export function testAccounts(
  database: Database,
  given: Partial<
    Pick<
      AccountsOptions,
      | 'probes'
      | 'calendarProbes'
      | 'discover'
      | 'allowPlaintext'
      | 'allowedServers'
      | 'listAddresses'
      | 'oauth'
      | 'environment'
    > & { clock: FixedClock; publicAddress: string | undefined; log: Log; locks: AccountsOptions['locks'] }
  > = {},
): TestAccounts {
  const clock = given.clock ?? fixedClock(new Date('2026-03-01T12:00:00Z'))
  const told: string[] = []
  const listen = async () => async () => {}
  const changes: Changes = createChanges({ database, listen, clock })
  const announce = async (userId: UserId, event: LiveEvent) => {
    told.push(
      event.kind === 'notice' ? `${userId} ${event.level}: ${JSON.stringify(event.problem)}` : event.kind,
    )
  }
  const events = createEvents()
  events.subscribe('account-added', 'sync', async (fact) => void told.push(`added ${fact.accountId}`))
  events.subscribe(
    'account-credentials-changed',
    'sync',
    async (fact) => void told.push(`credentials ${fact.accountId}`),
  )
  events.subscribe('account-removed', 'sync', async (fact) => void told.push(`removed ${fact.accountId}`))
  events.subscribe(
    'calendar-source-changed',
    'calendar-sync',
    async (fact) => void told.push(`source changed ${fact.sourceId}`),
  )
  events.subscribe(
    'calendar-source-leaving',
    'calendar-sync',
    async (fact) => void told.push(`source leaving ${fact.sourceId}`),
  )
  const works = async () => ({ ok: true }) as const
  const accounts = createAccounts({
    database,
    changes: { ...changes, announce },
    cipher: createCipher({ key: () => 'ab'.repeat(32), random: systemRandom }),
    clock,
    discover: given.discover ?? (() => async () => undefined),
    probes: given.probes ?? { imap: works, smtp: works },
    calendarProbes: given.calendarProbes ?? {
      caldav: async ({ address }) => ({ ok: true, address, name: undefined }),
      feed: async (address) => ({ ok: true, address, name: undefined }),
    },
    allowPlaintext: given.allowPlaintext ?? false,
    allowedServers: given.allowedServers ?? [],
    listAddresses: given.listAddresses ?? (async (host) => [host]),
    cache: createCache(database, clock),
    locks: given.locks ?? noNeighbours,
    random: systemRandom,
    log: given.log ?? silentLog,
    oauth:
      given.oauth ?? (() => ({ [ProviderName.google]: unreachable, [ProviderName.microsoft]: unreachable })),
    environment: given.environment ?? { [ProviderName.google]: {}, [ProviderName.microsoft]: {} },
    publicAddress: () => ('publicAddress' in given ? given.publicAddress : 'https://mail.example.org'),
    events,
  })
  return { accounts, clock, told }
}

/** Locks of a room that has its database to itself. */
const noNeighbours: AccountsOptions['locks'] = {
  withLock: (_key, work) => work(new AbortController().signal),
}

const nobody = async (): Promise<Response> => {
  throw new TypeError('fetch failed')
}

/** A provider that no connection leads to. */
export const unreachable = createGoogleOAuth({
  endpoints: googleEndpoints,
  fetch: nobody,
  clock: systemClock,
})

export const userWith = async (database: Database, email: string): Promise<UserId> => {
  const [row] = await database.query<{ id: UserId }>(
    `insert into app_user (email, name, password_hash) values ($1, $1, 'x') returning id`,
    [email],
  )
  if (!row) throw new Error('insert returned no row')
  return row.id
}

export const form = {
  address: 'anna@example.org',
  password: 'secret',
  imap: { host: 'imap.example.org', port: 993, encryption: 'tls' as const },
  smtp: { host: 'smtp.example.org', port: 465, encryption: 'tls' as const },
}
