import type { AccountId } from '@plmail/wire'
import type { Clock } from '../../kit/clock.ts'
import type { Database } from '../../store/index.ts'
import { isForbiddenServer } from '../allowed-servers.ts'
import { isLoopback } from '../check-form.ts'
import type { AllowedServer, ServerSettings } from '../types.ts'

/** The ManageSieve server of an account: on the host of the account's IMAP server (RFC 5804 §1.8). */
export interface SieveServer {
  host: string
  port: number
  encryption: 'starttls' | 'none'
}

/** RFC 5804 §1.8. */
const sievePort = 4190

/** In clear only to this machine itself, and only where the account's mail comes in clear as well. */
export function getSieveServer({ host, encryption }: ServerSettings, port = sievePort): SieveServer {
  return { host, port, encryption: encryption === 'none' && isLoopback(host) ? 'none' : 'starttls' }
}

export interface SieveServersNeeds {
  database: Pick<Database, 'query'>
  clock: Clock
  allowedServers: readonly AllowedServer[]
  listAddresses(host: string): Promise<readonly string[]>
  /** The IMAP server of an account; undefined once it is removed. */
  getImapSettings(id: AccountId): Promise<ServerSettings | undefined>
  /** Signs in to the ManageSieve server of an account and out again. */
  probe(id: AccountId): Promise<'vacation' | 'none' | 'unknown' | 'switched-off'>
}

const batch = 20

/**
 * Looks which IMAP accounts have a ManageSieve server that answers for them: soon after an account is connected, then once
 * a day. Safe to run twice: it looks again. A server that is silent today keeps what was found before.
 */
export async function findSieveServers(needs: SieveServersNeeds): Promise<void> {
  const { database, clock } = needs
  const rows = await database.query<{ id: AccountId }>(
    `select a.id from mail_account a left join sieve_server s on s.account_id = a.id
     where a.provider = 'imap' and (s.account_id is null or s.checked_at < $1::timestamptz - interval '1 day')
     order by s.checked_at nulls first, a.id limit $2`,
    [clock.now(), batch],
  )
  await Promise.all(rows.map(({ id }) => checkAccount(needs, id)))
}

async function checkAccount({ database, clock, ...needs }: SieveServersNeeds, id: AccountId): Promise<void> {
  const imap = await needs.getImapSettings(id)
  if (imap === undefined) return
  const outcome = (await isForbiddenServer(needs, imap)) ? 'none' : await needs.probe(id)
  if (outcome === 'switched-off') return // looked for as soon as it is allowed
  await database.query(
    `insert into sieve_server (account_id, has_vacation, checked_at)
     select id, $2, $4 from mail_account where id = $1
     on conflict (account_id) do update
     set has_vacation = case when $3 then sieve_server.has_vacation else excluded.has_vacation end,
         checked_at = excluded.checked_at`,
    [id, outcome === 'vacation', outcome === 'unknown', clock.now()],
  )
}
