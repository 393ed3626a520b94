import type { Variables } from './environment.ts'

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

/** Sentences about secrets that are still an example's; acted on in production only (spec, Generated secrets file). */
export function shippedLiterals(variables: Variables): string[] {
  const shippedNames = guarded.filter((name) => shipped.has((variables[name] ?? '').trim().toLowerCase()))
  const problems = shippedNames.map(
    (name) => `${name} still has the value of an example file; leave it blank to have one generated.`,
  )
  if (hasShippedPassword(variables['DATABASE_URL'] ?? '')) {
    problems.push('DATABASE_URL still has the database password of an example file; choose one of your own.')
  }
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
