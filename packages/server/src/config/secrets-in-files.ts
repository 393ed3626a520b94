import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { ConfigurationError } from './configuration-error.ts'
import type { Variables } from './environment.ts'
import type { SettingProblem } from './setting-problem.ts'

/** The variables whose value nobody should see who sees the environment. */
export const secretVariables = [
  'APP_SECRET',
  'APP_ENCRYPTION_KEY',
  'HUB_JWT_SECRET',
  'DATABASE_URL',
  'DATABASE_LISTEN_URL',
  'PROVA_OAUTH_CLIENT_SECRET',
  'PROVA_PUBSUB_VERIFICATION_TOKEN',
  'PROVB_OAUTH_CLIENT_SECRET',
  'OIDC_CLIENT_SECRET',
  'ASSISTANT_API_KEY',
] as const

/** Longer is no secret but another file. */
const maxLength = 64 * 1024

/**
 * Puts in what stands in the file that `<NAME>_FILE` names, as container platforms mount secrets; blanks around it do not
 * count. Paths count from `home`. Throws ConfigurationError for what is set twice or cannot be read.
 */
export function withSecretsInFiles(variables: Variables, home: string): Variables {
  const problems: SettingProblem[] = []
  const contents = secretVariables.flatMap((name) => {
    const setting = `${name}_FILE`
    const path = variables[setting]
    if (path === undefined) return []
    const value = variables[name] === undefined ? contentOf(resolve(home, path.trim())) : 'set-twice'
    if (typeof value === 'object') return [[name, value.content] as const]
    problems.push({ setting, fault: value })
    return []
  })
  if (problems.length > 0) throw new ConfigurationError(problems)
  return { ...variables, ...Object.fromEntries(contents) }
}

function contentOf(path: string): { content: string } | 'unreadable-file' | 'empty-file' {
  try {
    const content = readFileSync(path, 'utf8')
    if (content.length > maxLength) return 'unreadable-file'
    return content.trim() === '' ? 'empty-file' : { content: content.trim() }
  } catch {
    return 'unreadable-file'
  }
}
