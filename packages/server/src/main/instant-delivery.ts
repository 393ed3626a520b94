import { ProviderName } from '@plmail/wire'
import type { Config } from '../config/index.ts'
import { createWatches, type Watches, type WatchesOptions } from '../sync/index.ts'
import { chooseEndpoints } from './provider-sign-in.ts'
import { isOnLoopback } from './outbound-connections.ts'

/** Instant delivery over the configuration: where providers call, and whether they are emulated on this machine. */
export function createWatchesOver(
  config: Config,
  needs: Omit<WatchesOptions, 'publicAddress' | 'isEmulated'>,
): Watches {
  const { google, microsoft } = chooseEndpoints(config)
  const isEmulated = {
    [ProviderName.google]: isOnLoopback(google.gmail),
    [ProviderName.microsoft]: isOnLoopback(microsoft.graph),
  }
  return createWatches({
    ...needs,
    publicAddress: config.publicAddress,
    isEmulated: (provider) => isEmulated[provider],
  })
}
