/**
 * Configuration from outside: environment, generated secrets, public address, trusted proxies. Everything is parsed
 * here, once; other modules get values. Knows no table and opens no socket.
 */
export { type Config, loadConfig } from './config.ts'
export type { SettingProblem } from './setting-problem.ts'
export { ConfigurationError, DataDirectoryNotWritable } from './configuration-error.ts'
export type { ProcessRole } from './environment.ts'
export type { EndpointOverrides } from './providers.ts'
export { withFileLock } from './file-lock.ts'
export type { SecretName, SecretSource } from './generated-secrets.ts'

export { parsePublicAddress } from './public-address.ts'
