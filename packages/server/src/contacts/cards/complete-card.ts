import type { CardJson, CardRefusal } from '../types.ts'

/** Larger cards carry pictures that belong elsewhere. */
export const maxCardBytes = 512 * 1024
const deepest = 12

/** RFC 9553 §2.1.4. */
const kinds: readonly unknown[] = ['individual', 'group', 'org', 'location', 'device', 'application']

/** Properties whose value is a map of objects by id. */
const maps = [
  'nicknames',
  'organizations',
  'titles',
  'emails',
  'onlineServices',
  'phones',
  'preferredLanguages',
  'calendars',
  'schedulingAddresses',
  'addresses',
  'cryptoKeys',
  'directories',
  'links',
  'media',
  'localizations',
  'anniversaries',
  'notes',
  'personalInfo',
  'relatedTo',
]
const sets = ['keywords', 'members']
const texts = ['uid', 'language', 'prodId', 'created', 'updated']
/** The text of an entry without which it says nothing. */
const needed: Readonly<Record<string, string>> = {
  emails: 'address',
  phones: 'number',
  notes: 'note',
  nicknames: 'name',
  titles: 'name',
}

/**
 * The card as it is kept: with `@type`, `version`, `uid` and `kind`. What this server does not know is kept as it is;
 * what it does know must have the form of RFC 9553.
 */
export function wholeCard(json: CardJson, uid: () => string): CardJson | CardRefusal {
  const { '@type': type = 'Card', version = '1.0', kind = 'individual', ...rest } = json
  const card: Record<string, unknown> = { '@type': type, version, kind, ...rest }
  for (const [name, value] of Object.entries(card)) if (value === null) delete card[name]
  card['uid'] ??= uid()
  const bad = Object.entries(card)
    .filter(([name, value]) => !isWellFormed(name, value))
    .map(([name]) => name)
  if (bad.length > 0) return { why: 'invalid', properties: bad }
  return Buffer.byteLength(JSON.stringify(card)) > maxCardBytes ? { why: 'too-large' } : card
}

function isWellFormed(name: string, value: unknown): boolean {
  if (name === '@type') return value === 'Card'
  if (name === 'version') return value === '1.0'
  if (name === 'kind')
    return kinds.includes(value) || (typeof value === 'string' && /^[\w.:-]{1,100}$/.test(value))
  if (name === 'uid')
    return typeof value === 'string' && value !== '' && value.length <= 1000 && isClean(value, 1)
  if (texts.includes(name)) return typeof value === 'string' && value.length <= 1000 && isClean(value, 1)
  if (!isClean(value, 1)) return false
  if (name === 'name') return isObject(value) && isName(value)
  if (sets.includes(name)) return isObject(value) && Object.values(value).every((item) => item === true)
  if (!maps.includes(name)) return true
  if (!isObject(value) || !Object.values(value).every(isObject)) return false
  const key = needed[name]
  return (
    key === undefined || Object.values(value).every((item) => isObject(item) && typeof item[key] === 'string')
  )
}

function isName({ full, components }: Record<string, unknown>): boolean {
  if (full !== undefined && typeof full !== 'string') return false
  if (components === undefined) return true
  return (
    Array.isArray(components) &&
    components.every((component) => isObject(component) && typeof component['value'] === 'string')
  )
}

/** PostgreSQL keeps no NUL and no half character, and nothing of a card nests deep. */
function isClean(value: unknown, depth: number): boolean {
  if (depth > deepest) return false
  // oxlint-disable-next-line no-control-regex -- PostgreSQL keeps no NUL and no half character
  if (typeof value === 'string') return !/[\u0000\p{Cs}]/u.test(value)
  if (Array.isArray(value)) return value.every((item) => isClean(item, depth + 1))
  if (!isObject(value)) return true
  return Object.entries(value).every(([key, item]) => isClean(key, depth) && isClean(item, depth + 1))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
