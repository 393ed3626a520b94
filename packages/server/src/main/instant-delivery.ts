import type { Config } from '../config/index.ts'
import { createWatches, type Watches, type WatchesOptions } from '../sync/index.ts'
import { endpointsOf } from './provider-sign-in.ts'

/** Instant delivery over the configuration: where providers call, and whether they are emulated on this machine. */
export function createWatchesOver(
  config: Config,
  needs: Omit<WatchesOptions, 'publicAddress' | 'isEmulated'>,
): Watches {
  const { google, microsoft } = endpointsOf(config)
  const isEmulated = { provA: isLoopback(google.gmail), provB: isLoopback(microsoft.graph) }
  return createWatches({
    ...needs,
    publicAddress: config.publicAddress,
    isEmulated: (provider) => isEmulated[provider],
  })
}

function isLoopback(address: string): boolean {
  const { hostname } = new URL(address)
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
}
