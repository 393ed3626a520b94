import type { Random } from '../kit/random.ts'
import type { Variables } from './environment.ts'
import type { SecretsFile } from './secrets-file.ts'

export type SecretName = 'APP_SECRET' | 'APP_ENCRYPTION_KEY' | 'HUB_JWT_SECRET'

/** Needed before anything else runs. */
export const bootSecrets: readonly SecretName[] = ['APP_SECRET', 'APP_ENCRYPTION_KEY']
/** Added by `app:secrets:init` and by the server when it starts. */
export const laterSecrets: readonly SecretName[] = ['HUB_JWT_SECRET']

/** Source of a value in force. */
export type SecretSource = 'supplied' | 'file' | 'generated'

/** The value in force: one supplied in the environment wins over the file; undefined when neither has it. */
export function secretInForce(name: SecretName, variables: Variables, file: SecretsFile): string | undefined {
  return variables[name]?.trim() || file.values()[name] || undefined
}

/**
 * Generates those of `names` that are neither supplied nor in the file, once for all processes: absence is
 * looked at again under the file's lock.
 */
export async function generateMissing(
  names: readonly SecretName[],
  variables: Variables,
  file: SecretsFile,
  random: Random,
): Promise<Record<string, SecretSource>> {
  const sources: Record<string, SecretSource> = {}
  for (const name of names) sources[name] = variables[name]?.trim() ? 'supplied' : 'file'
  const secretNames = names.filter((name) => sources[name] === 'file')
  if (secretNames.every((name) => file.values()[name])) return sources
  await file.change((current) => {
    const missing = secretNames.filter((name) => !current[name])
    for (const name of missing) sources[name] = 'generated'
    return fresh(missing, random)
  })
  return sources
}

/** Replaces the generated values with new ones; supplied values are the administrator's own to change. */
export async function rotateGenerated(
  variables: Variables,
  file: SecretsFile,
  random: Random,
): Promise<SecretName[]> {
  const rotated = [...bootSecrets, ...laterSecrets].filter((name) => !variables[name]?.trim())
  await file.change(() => fresh(rotated, random))
  return rotated
}

// 32 random bytes each, as 64 hexadecimal digits: what XSalsa20 and HMAC-SHA-256 take whole.
function fresh(names: readonly SecretName[], random: Random): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, random(32).toString('hex')]))
}
