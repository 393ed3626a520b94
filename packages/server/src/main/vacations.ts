import { type AccountId, ProviderName } from '@plmail/wire'
import {
  type AllowedServer,
  createVacations,
  findSieveServers,
  getSieveServer,
  type Vacations,
} from '../accounts/index.ts'
import { type VacationSession, ProviderError } from '../providers/contract/index.ts'
import { createGoogleVacation, vacationScope } from '../providers/google/index.ts'
import { createMicrosoftOAuth, createMicrosoftVacation } from '../providers/microsoft/index.ts'
import { createSieveVacation, probeSieve } from '../providers/sieve/index.ts'
import { microsoftEndpointsInForce, createTokens } from './provider-sign-in.ts'
import { createGoogleNeeds, getOwner, type ProviderSessionNeeds } from './provider-sessions.ts'

export interface VacationNeeds extends ProviderSessionNeeds {
  allowedServers: readonly AllowedServer[]
  listAddresses(host: string): Promise<readonly string[]>
  /** From which an account sends. */
  listOwnAddresses(id: AccountId): Promise<readonly string[]>
  /** The port of ManageSieve servers, where it is not the usual one. */
  sievePort?: number
}

/**
 * Microsoft lets it be set by what is asked for anyway; Google wants a permission of its own, which is asked for when
 * somebody wants it; a mail server has to take Sieve scripts (docs/decisions/0074).
 */
export function createVacationSessions(
  needs: VacationNeeds,
): Vacations & { lookForServers(): Promise<void> } {
  const { database, ways, clock } = needs
  // It is asked for nothing but names of permissions.
  const fetch = ways.fetch('provider-sign-in', 'installation')
  const microsoft = createMicrosoftOAuth({ endpoints: needs.endpoints.microsoft, fetch, clock })
  const vacations = createVacations({
    database,
    isGranted: (provider, scopes) =>
      provider === ProviderName.google
        ? scopes.includes(vacationScope)
        : // The permission for categories is the one for all settings of a mailbox.
          !microsoft.missing(scopes).includes('categories'),
    open: async (id: AccountId) => {
      const provider = await needs.accounts.getProvider(id)
      if (provider === ProviderName.google) return createGoogleVacation(await createGoogleNeeds(needs, id, 0))
      if (provider === ProviderName.microsoft) return microsoftVacation(needs, id)
      return sieveVacation(needs, id)
    },
  })
  return { ...vacations, lookForServers: () => lookForServers(needs) }
}

const microsoftVacation = async (needs: VacationNeeds, id: AccountId): Promise<VacationSession> =>
  createMicrosoftVacation({
    endpoints: await microsoftEndpointsInForce(needs.accounts, needs.endpoints),
    fetch: needs.ways.fetch('provider-api', await getOwner(needs, id)),
    clock: needs.clock,
    tokens: createTokens(needs.accounts, id),
  })

async function sieveVacation(needs: VacationNeeds, id: AccountId): Promise<VacationSession> {
  const account = await sieveAccount(needs, id)
  if (!account) throw new ProviderError('gone', 'The account has been removed')
  const addresses = [...new Set([account.address.toLowerCase(), ...(await needs.listOwnAddresses(id))])]
  return createSieveVacation({ settings: account.settings, password: account.password, addresses })
}

async function sieveAccount(needs: VacationNeeds, id: AccountId) {
  const credentials = await needs.accounts.credentials(id)
  if (!credentials) return undefined
  const { imap, username, password, address } = credentials
  const dialer = needs.ways.dialer('sieve', await getOwner(needs, id))
  return { settings: { ...getSieveServer(imap, needs.sievePort), username, dialer }, password, address }
}

const lookForServers = (needs: VacationNeeds): Promise<void> =>
  findSieveServers({
    ...needs,
    getImapSettings: async (id) => (await needs.accounts.credentials(id))?.imap,
    probe: async (id) => {
      const account = await sieveAccount(needs, id)
      return account ? probeSieve(account.settings, account.password) : 'none'
    },
  })
