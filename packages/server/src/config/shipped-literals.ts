import type { Variables } from './environment.ts'
import type { SettingProblem } from './setting-problem.ts'

/**
 * Values that stand in example files, ours or those people copy from: public, so no secret at all.
 * Compared without regard to case.
 */
const shipped = new Set([
  '!changeme!',
  '!changethismercurehubjwtsecretkey!',
  'thistokenisnotsosecretchangeit',
  'change-me',
  'change_me',
  'changeme',
  'secret',
  'password',
  'plmail',
  '0'.repeat(64),
  Buffer.alloc(32).toString('base64').toLowerCase(),
])

const guarded = ['APP_SECRET', 'APP_ENCRYPTION_KEY', 'HUB_JWT_SECRET'] as const

/** The secrets that are still an example's; acted on in production only (spec, Generated secrets file). */
export function shippedLiterals(variables: Variables): SettingProblem[] {
  const shippedNames = guarded.filter((name) => shipped.has((variables[name] ?? '').trim().toLowerCase()))
  const problems: SettingProblem[] = shippedNames.map((setting) => ({ setting, fault: 'example-secret' }))
  if (hasShippedPassword(variables['DATABASE_URL'] ?? ''))
    problems.push({ setting: 'DATABASE_URL', fault: 'example-password' })
  return problems
}

function hasShippedPassword(url: string): boolean {
  const password = /^postgres(?:ql)?:\/\/[^/@]*?:([^@/]*)@/.exec(url.trim())?.[1]
  if (password === undefined) return false
  try {
    return shipped.has(decodeURIComponent(password).toLowerCase())
  } catch {
    return false
  }
}
