import type { Config } from '../config/index.ts'
import type { Log } from '../kit/log.ts'

/**
 * PUSH_ALLOW_LOOPBACK is for tests: with it, every user could make the server post to services of its own machine. In
 * production it counts only where the server itself is on loopback.
 */
export function mayPushToLoopback(
  config: Pick<Config, 'pushAllowLoopback' | 'setting' | 'publicAddress'>,
  log: Log,
): boolean {
  if (!config.pushAllowLoopback) return false
  if (config.setting !== 'prod' || isLoopback(config.publicAddress())) return true
  log.event('people.push-loopback-refused')
  return false
}

function isLoopback(origin: string | undefined): boolean {
  if (origin === undefined) return false
  const { hostname } = new URL(origin)
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
}
