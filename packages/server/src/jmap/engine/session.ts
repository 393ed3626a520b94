import { createHash } from 'node:crypto'
import { accountWireId } from '@plmail/wire'
import type { Who } from './caller.ts'
import type { Capability, CapabilityValue, SessionAccount } from './capability.ts'
import type { Caller, JmapAccount } from './method.ts'

type Visitor = Pick<Who, 'caller' | 'username'>

export interface SessionBuilder {
  /** Capabilities that a request may name in `using`; any other is refused. */
  uris: ReadonlySet<string>
  /** The session resource (RFC 8620 §2); all addresses are absolute and begin with `origin`. */
  resource(visitor: Visitor, origin: string): Record<string, unknown>
  /** Differs whenever the session resource would: answered with every request (RFC 8620 §3.4). */
  state(visitor: Visitor): string
}

/** The session that the capabilities add up to. */
export function createSession(capabilities: readonly Capability[]): SessionBuilder {
  let digest: string | undefined
  const ofServer = () =>
    (digest ??= computeDigest(capabilities.map(({ uri, ofServer: value }) => [uri, value?.('')])))
  const states = cachedDigests()
  const state: SessionBuilder['state'] = (visitor) => states([ofServer(), ...getShown(visitor)])
  return {
    uris: new Set(capabilities.map(({ uri }) => uri)),
    state,
    resource: (visitor, origin) => {
      const accounts = listAccounts(visitor, capabilities)
      return {
        capabilities: announcedIn(accounts, capabilities, origin),
        accounts: Object.fromEntries(accounts.map(({ id, json }) => [id, json])),
        primaryAccounts: pickPrimaryAccounts(accounts, capabilities),
        username: visitor.username,
        apiUrl: `${origin}/jmap/api`,
        downloadUrl: `${origin}/jmap/download/{accountId}/{blobId}/{name}?type={type}`,
        uploadUrl: `${origin}/jmap/upload/{accountId}`,
        eventSourceUrl: `${origin}/jmap/eventsource?types={types}&closeafter={closeafter}&ping={ping}`,
        state: state(visitor),
      }
    },
  }
}

interface ListedAccount {
  id: string
  isOfPerson: boolean
  json: { accountCapabilities: Record<string, CapabilityValue>; [property: string]: unknown }
}

/** Every account that the credentials open, the personal one last. */
function listAccounts({ caller, username }: Visitor, capabilities: readonly Capability[]): ListedAccount[] {
  const open = new Map([...caller.accounts, ...caller.calendars])
  const ofPerson = caller.personal === null ? undefined : open.get(caller.personal)
  const ordered = [...open.values()].filter((account) => account !== ofPerson)
  return [...ordered, ...(ofPerson ? [ofPerson] : [])].map((account) => {
    const isOfPerson = account === ofPerson
    return {
      id: accountWireId.encode(account.id),
      isOfPerson,
      json: {
        // A mail account has the address as its name: clients list accounts by their names.
        name: isOfPerson ? `${username} (personal)` : account.address,
        // All are the user's own: `isPersonal` tells them from accounts that somebody shares (RFC 8620 §2).
        isPersonal: true,
        isReadOnly: !caller.mayWrite,
        accountCapabilities: valuesIn(sessionAccount(account, caller), capabilities),
      },
    }
  })
}

const sessionAccount = (account: JmapAccount, caller: Caller): SessionAccount => ({
  account,
  caller,
  holdsMail: caller.accounts.has(account.id),
  holdsCalendars: caller.calendars.has(account.id),
  isOfPerson: account.id === caller.personal,
})

function valuesIn(
  account: SessionAccount,
  capabilities: readonly Capability[],
): Record<string, CapabilityValue> {
  const values: Record<string, CapabilityValue> = {}
  for (const { uri, ofAccount } of capabilities) {
    const value = ofAccount?.(account)
    if (value) values[uri] = value
  }
  return values
}

const hasCapability = (uri: string) => (account: ListedAccount) => uri in account.json.accountCapabilities

function announcedIn(
  accounts: readonly ListedAccount[],
  capabilities: readonly Capability[],
  origin: string,
): Record<string, CapabilityValue> {
  const announced = capabilities.filter(
    ({ uri, isAnnouncedWithAccount }) => !isAnnouncedWithAccount || accounts.some(hasCapability(uri)),
  )
  return Object.fromEntries(announced.map(({ uri, ofServer }) => [uri, ofServer?.(origin) ?? {}]))
}

/** The first account that has it, unless the personal one comes before all. */
function pickPrimaryAccounts(
  accounts: readonly ListedAccount[],
  capabilities: readonly Capability[],
): Record<string, string> {
  const primaries: Record<string, string> = {}
  for (const { uri, isPersonalFirst } of capabilities) {
    const able = accounts.filter(hasCapability(uri))
    const primary = (isPersonalFirst && able.find(({ isOfPerson }) => isOfPerson)) || able[0]
    if (primary) primaries[uri] = primary.id
  }
  return primaries
}

/** All of a visitor that the session shows. */
const getShown = ({ caller, username }: Visitor): unknown[] => [
  username,
  [...caller.accounts.values()].map(({ id, address, hasVacation = false }) => [id, address, hasVacation]),
  [...caller.calendars.keys()],
  caller.personal,
  caller.mayWrite,
]

const computeDigest = (shown: unknown): string =>
  createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 16)

const maxStates = 200

/** Digests of the sessions shown last: every answer has one, and nearly all are the same. */
function cachedDigests(): (shown: unknown) => string {
  const digests = new Map<string, string>()
  return (shown) => {
    const key = JSON.stringify(shown)
    const cached = digests.get(key)
    if (cached !== undefined) return cached
    const digest = computeDigest(shown)
    if (digests.size >= maxStates) digests.clear()
    digests.set(key, digest)
    return digest
  }
}
