import { ProviderName } from '@plmail/wire'
import type { Accounts } from '../accounts/index.ts'
import type { Config } from '../config/index.ts'
import type { Fetch } from '../egress/network/index.ts'
import type { Clock } from '../kit/clock.ts'
import { createPushIdentityCheck, type PushIdentityTrouble } from '../providers/google/index.ts'
import { chooseEndpoints } from './provider-sign-in.ts'

export interface PushSignatureNeeds {
  accounts: { providers: Pick<Accounts['providers'], 'inForce'> }
  fetch: Fetch
  clock: Clock
}

export type PushSignatureTrouble = (
  authorization: string | undefined,
) => Promise<PushIdentityTrouble | undefined>

/** Checks the signature of Pub/Sub's calls against the registration in force; none is asked for without a service account. */
export function pushSignatureTroubleOver(
  config: Pick<Config, 'providerEndpoints' | 'publicAddress'>,
  { accounts, fetch, clock }: PushSignatureNeeds,
): PushSignatureTrouble {
  const check = createPushIdentityCheck({ endpoints: chooseEndpoints(config).google, fetch, clock })
  return async (authorization) => {
    const { pushIdentity, pushToken } = await accounts.providers.inForce(ProviderName.google)
    if (!pushIdentity) return undefined
    const { serviceAccount, audience } = pushIdentity
    const audiences = audience === undefined ? ownAddresses(config.publicAddress(), pushToken) : [audience]
    return check(authorization, { serviceAccount, audiences })
  }
}

/** Without an audience of its own a push subscription signs for the address that it posts to, token and all. */
function ownAddresses(publicAddress: string | undefined, pushToken: string | undefined): string[] {
  if (publicAddress === undefined) return []
  const address = `${publicAddress}/provA/push`
  return [address, `${address}?token=${encodeURIComponent(pushToken ?? '')}`]
}
