/**
 * Configuration from outside: environment, generated secrets, public address, trusted proxies. Everything is parsed
 * here, once; other modules get values. Knows no table and opens no socket.
 */
export { type Config, type ConfigOptions, loadConfig } from './config.ts'
export { ConfigurationError, DataDirectoryNotWritable } from './configuration-error.ts'
export type { BlobStorePlace, Environment, LogLevel, ProcessRole, Setting, Variables } from './environment.ts'
export type { EndpointOverrides, ProviderEndpoints } from './providers.ts'
export { withFileLock } from './file-lock.ts'
export type { SecretName, SecretSource } from './generated-secrets.ts'
export type { Parsed } from './parsed.ts'
export { parsePublicAddress } from './public-address.ts'
