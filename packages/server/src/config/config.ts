import { hkdfSync } from 'node:crypto'
import { accessSync, chmodSync, constants, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import type { Clock } from '../kit/clock.ts'
import { makeFolder } from '../kit/make-folder.ts'
import type { Random } from '../kit/random.ts'
import { ConfigurationError, DataDirectoryNotWritable } from './configuration-error.ts'
import { type Environment, type Variables, readEnvironment } from './environment.ts'
import {
  type SecretName,
  type SecretSource,
  bootSecrets,
  generateMissing,
  laterSecrets,
  rotateGenerated,
  secretInForce,
} from './generated-secrets.ts'
import { type ParsedAddress, parsePublicAddress } from './public-address.ts'
import { secretsFile } from './secrets-file.ts'
import { withSecretsInFiles } from './secrets-in-files.ts'
import { shippedLiterals } from './shipped-literals.ts'

export interface Config extends Environment {
  /** Origin without trailing slash, looked up on every call; undefined until somebody set one. */
  publicAddress(): string | undefined
  /** Keeps the address given on the setup page; an APP_PUBLIC_URL in the environment still wins. */
  storePublicAddress(text: string): Promise<ParsedAddress>
  /**
   * Returns the address at which browsers reach the live hub: HUB_PUBLIC_URL, else the well-known path on the public
   * address.
   */
  hubAddress(): string | undefined
  /** As supplied or generated; judged by the cipher on first use, not here. */
  encryptionKey(): string | undefined
  hubSecret(): string
  /** 32 bytes for one purpose, derived from APP_SECRET (HKDF-SHA-256, RFC 5869); same purpose, same key. */
  keyFor(purpose: string): Buffer
  /** Adds those generated secrets that can wait; tells where each secret in force comes from. */
  initSecrets(): Promise<Record<string, SecretSource>>
  rotateSecrets(): Promise<SecretName[]>
}

export interface ConfigOptions {
  variables: Variables
  /** The folder of the program: relative paths count from here, and `.env` is read here, but for the demo. */
  home: string
  clock: Clock
  random: Random
}

/**
 * Reads the environment, creates the data directory and, before anything else can run, the secrets it lacks.
 * Throws ConfigurationError or DataDirectoryNotWritable.
 */
export async function loadConfig({
  variables: configuredText,
  home,
  clock,
  random,
}: ConfigOptions): Promise<Config> {
  // The demo is no installation: an .env is about the real one, whose database and registrations it must not touch.
  const isDemo = configuredText['DEMO_MODE']?.trim() === '1'
  const variables = withSecretsInFiles(
    { ...(isDemo ? {} : fromDotEnv(home)), ...withoutBlanks(configuredText) },
    home,
  )
  const environment = readEnvironment(variables, home)
  const literals = environment.setting === 'prod' ? shippedLiterals(variables) : []
  if (literals.length > 0) throw new ConfigurationError(literals)
  makeDataDirectory(environment.dataDirectory)
  const file = secretsFile(environment.secretsFile, clock)
  await generateMissing(bootSecrets, variables, file, random)

  const inForce = (name: SecretName) => secretInForce(name, variables, file)
  let parsed = { text: '', address: undefined as string | undefined }
  const publicAddress = () => {
    const text = variables['APP_PUBLIC_URL'] || file.values()['APP_PUBLIC_URL'] || ''
    if (text !== parsed.text) {
      const outcome = parsePublicAddress(text)
      parsed = { text, address: outcome.ok ? outcome.value : undefined }
    }
    return parsed.address
  }
  return {
    ...environment,
    publicAddress,
    storePublicAddress: async (text) => {
      const outcome = parsePublicAddress(text)
      if (outcome.ok) await file.change(() => ({ APP_PUBLIC_URL: outcome.value }))
      return outcome
    },
    hubAddress: () => variables['HUB_PUBLIC_URL'] || suffixed(publicAddress(), '/.well-known/hub'),
    encryptionKey: () => inForce('APP_ENCRYPTION_KEY'),
    hubSecret: () => required('HUB_JWT_SECRET', inForce('HUB_JWT_SECRET')),
    keyFor: (purpose) => derive(required('APP_SECRET', inForce('APP_SECRET')), purpose),
    initSecrets: () => generateMissing([...bootSecrets, ...laterSecrets], variables, file, random),
    rotateSecrets: () => rotateGenerated(variables, file, random),
  }
}

function fromDotEnv(home: string): Variables {
  const path = join(home, '.env')
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats?.isFile() ? withoutBlanks(parseEnv(readFileSync(path, 'utf8')) as Variables) : {}
}

function withoutBlanks(variables: Variables): Variables {
  return Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()))
}

function suffixed(origin: string | undefined, path: string): string | undefined {
  return origin === undefined ? undefined : origin + path
}

function required(name: SecretName, value: string | undefined): string {
  if (value === undefined) throw new ConfigurationError([{ setting: name, fault: 'missing-secret' }])
  return value
}

function derive(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `plmail:${purpose}`, 32))
}

// 0755 whatever the umask: the embedded database runs as another user when we are root and must get through.
function makeDataDirectory(directory: string): void {
  try {
    if (makeFolder(directory)) chmodSync(directory, 0o755)
    accessSync(directory, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new DataDirectoryNotWritable(directory, error as NodeJS.ErrnoException)
  }
}
