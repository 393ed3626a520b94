/** The scopes that a scope parameter requests. Names stay as written; they are compared by `scopeKey`. */
export interface AskedScopes {
  openid: boolean
  offline: boolean
  /** `profile`, `email`: they shape the id token. */
  profile: boolean
  email: boolean
  /** By resource; a name without one belongs to Graph [D]. */
  byResource: ReadonlyMap<ScopeResource, readonly string[]>
}

export type ScopeResource = 'graph' | 'outlook'

const graphPrefix = 'https://graph.microsoft.com/'

const resources: ReadonlyArray<readonly [prefix: string, resource: ScopeResource]> = [
  [graphPrefix, 'graph'],
  ['https://outlook.office.com/', 'outlook'],
  ['https://outlook.office365.com/', 'outlook'],
]

/** Descriptions of permissions on the consent page, in Microsoft's words where documented [K]. */
const sentences: Record<string, string> = {
  'mail.readwrite': 'Read and write access to your mail',
  'mail.read': 'Read your mail',
  'mail.send': 'Send mail as you',
  'calendars.readwrite': 'Have full access to your calendars',
  'calendars.read': 'Read your calendars',
  'mailboxsettings.readwrite': 'Read and write your mailbox settings',
  'mailboxsettings.read': 'Read your mailbox settings',
  'contacts.readwrite': 'Have full access to your contacts',
  'contacts.read': 'Read your contacts',
  'files.read': 'Read your files',
  'files.readwrite': 'Have full access to your files',
  'user.read': 'View your basic profile',
  offline_access: 'Maintain access to data you have given it access to',
  openid: 'Sign you in',
  profile: 'View your basic profile',
  email: 'View your email address',
}

/** Scopes by which two spellings are the same: the last segment, whatever its case [F]. */
export function scopeKey(scope: string): string {
  return (scope.split('/').at(-1) ?? scope).toLowerCase()
}

export function hasScope(granted: ReadonlySet<string>, anyOf: readonly string[]): boolean {
  return anyOf.some((scope) => granted.has(scopeKey(scope)))
}

export function describeScope(scope: string): string {
  return sentences[scopeKey(scope)] ?? scope
}

export function readScopes(parameter: string): AskedScopes {
  const names = [...new Set(parameter.split(/\s+/).filter((name) => name !== ''))]
  const has = (name: string): boolean => names.some((candidate) => candidate.toLowerCase() === name)
  const byResource = new Map<ScopeResource, string[]>()
  for (const name of names) {
    if (isOpenId(name)) continue
    const resource = getResource(name)
    byResource.set(resource, [...(byResource.get(resource) ?? []), name])
  }
  return {
    openid: has('openid'),
    offline: has('offline_access'),
    profile: has('profile'),
    email: has('email'),
    byResource,
  }
}

/**
 * A scope of a resource that nobody knows. In a national cloud a name without its resource is one of the global Graph's,
 * which has no tenants there [F]; `nationalGraph` is the prefix of the one that has.
 */
export function unknownScope(parameter: string, nationalGraph?: string): string | undefined {
  if (nationalGraph !== undefined) return foreignScope(parameter, nationalGraph)
  const names = parameter.split(/\s+/).filter((name) => name !== '')
  return names.find((name) => {
    const isUrl = /^https?:\/\//i.test(name)
    if (isUrl && !resources.some(([prefix]) => name.toLowerCase().startsWith(prefix))) return true
    const last = name.split('/').at(-1) ?? ''
    return !isOpenId(name) && last !== '.default' && !/^[A-Za-z]+(\.[A-Za-z]+)+$/.test(last)
  })
}

function foreignScope(parameter: string, nationalGraph: string): string | undefined {
  const names = parameter.split(/\s+/).filter((name) => name !== '')
  return names.find((name) => !isOpenId(name) && !name.toLowerCase().startsWith(nationalGraph))
}

export function isOpenId(scope: string): boolean {
  return ['openid', 'profile', 'email', 'offline_access'].includes(scope.toLowerCase())
}

function getResource(scope: string): ScopeResource {
  const resource = resources.find(([prefix]) => scope.toLowerCase().startsWith(prefix))
  return resource?.[1] ?? 'graph'
}

/**
 * The scope of a token reply: without offline_access, some names with the resource in front and some without, all
 * earlier consents among them [F]. `isPersonal`: personal accounts answer with full names throughout [F].
 */
export function replyScopes(granted: Iterable<string>, requested: AskedScopes, isPersonal: boolean): string {
  const names = [...granted].map((name, at) => {
    const bare = name.split('/').at(-1) ?? name
    return isPersonal || at % 2 === 0 ? `${graphPrefix}${bare}` : bare
  })
  const openId = [
    ...(requested.openid ? ['openid', 'profile'] : []),
    ...(requested.email || requested.openid ? ['email'] : []),
  ]
  return [...names.slice(0, 1), ...openId, ...names.slice(1)].join(' ')
}
