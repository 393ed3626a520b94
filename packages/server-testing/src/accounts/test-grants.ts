import { type AccountId, type UserId, ProviderName } from '@plmail/wire'
import { atConsentPage } from '../providers/at-consent-page.ts'
import { emulatedGoogle, type EmulatedGoogle } from '../providers/google/emulated-google.ts'
import { createGoogleOAuth } from '../../../server/src/providers/google/grant.ts'
import type { Database } from '../../../server/src/store/index.ts'
import { type TestAccounts, testAccounts, unreachable, userWith } from './test-accounts.ts'
import type { Asking, Completed } from '../../../server/src/accounts/index.ts'
import type { AccountsOptions } from '../../../server/src/accounts/options.ts'

export const publicAddress = 'https://mail.example.org'
export const redirectUri = `${publicAddress}/oauth/provA/callback`
export const dayMs = 86_400_000

export interface TestGrants extends TestAccounts {
  emulated: EmulatedGoogle
  /** A new user in a browser of their own. */
  asking(): Promise<Asking>
  /** Goes to Google and comes back; what the person does there is in the form. */
  signIn(asking: Asking, at: SignInAt): Promise<Completed>
  /** As `signIn`, and it must have worked. */
  connected(asking: Asking, at: SignInAt): Promise<AccountId>
  /** The token endpoint's requests so far. */
  refreshes(): number
}

interface SignInAt {
  account: string
  /** The account to connect anew. */
  reconnect?: AccountId
  form?: Record<string, string | string[]>
}

type Given = Partial<Pick<AccountsOptions, 'environment' | 'locks' | 'log'>>

/** A room over a database with an emulated Google beside it, whose clock is the room's. */
export async function testGrants(database: Database, given: Given = {}): Promise<TestGrants> {
  const emulated = await emulatedGoogle(redirectUri)
  return roomBeside(database, emulated, given)
}

/** A further room with the same Google, as another process has one. */
export function roomBeside(
  database: Database,
  emulated: EmulatedGoogle,
  given: Given = {},
  address = publicAddress,
): TestGrants {
  const { world, endpoints, client } = emulated
  const clock = { now: () => world.clock.now(), advance: () => {} }
  const environment = given.environment ?? {
    [ProviderName.google]: { clientId: client.id, clientSecret: client.secret },
    [ProviderName.microsoft]: {},
  }
  const google = createGoogleOAuth({ endpoints, clock, fetch: (url, init) => fetch(url, init) })
  const oauth = () => ({ [ProviderName.google]: google, [ProviderName.microsoft]: unreachable })
  const room = testAccounts(database, { ...given, environment, oauth, clock, publicAddress: address })
  const { grants } = room.accounts
  const signIn = async (asking: Asking, { account, reconnect, form }: SignInAt) => {
    const begun = await grants.begin(asking, ProviderName.google, reconnect)
    if (begun.kind !== 'go') throw new Error(`The sign-in did not begin: ${begun.kind}`)
    const back = await atConsentPage(begun.url, { account, decision: 'allow', ...form })
    return grants.complete(asking, ProviderName.google, back.searchParams)
  }
  return {
    ...room,
    emulated,
    asking: async () => {
      const userId: UserId = await userWith(database, `user${++users}@plmail.example`)
      return { userId, session: Buffer.from(`session of ${userId}`) }
    },
    signIn,
    connected: async (asking, at) => {
      const completed = await signIn(asking, at)
      if (completed.kind !== 'connected') throw new Error(JSON.stringify(completed))
      return completed.accountId
    },
    refreshes: () => world.requests.all().filter(({ operation }) => operation === 'google.token').length,
  }
}

let users = 0
