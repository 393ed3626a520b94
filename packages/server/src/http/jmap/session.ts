import { createHash } from 'node:crypto'
import { type AccountId, accountWireId, capability } from '@plmail/wire'
import { maxMailboxNameBytes } from '../../mail/index.ts'
import { digestAlgorithms } from './blob/digests.ts'
import { lookupTypes } from './blob/lookup.ts'
import { maxDataSources } from './blob/sources.ts'
import { emailSortOptions } from './email/sort.ts'
import type { Who } from './caller.ts'
import { limits } from './limits.ts'
import type { Caller } from './method.ts'
import { contactsOfAccount } from './contacts.ts'
import { collationAlgorithms } from './query.ts'
import { submissionOfAccount } from './sending.ts'

/** What each capability says of itself in the session (RFC 8620 §2, RFC 8621 §1.3.1). */
const core = {
  maxSizeUpload: limits.maxSizeUpload,
  maxConcurrentUpload: limits.maxConcurrentUpload,
  maxSizeRequest: limits.maxSizeRequest,
  maxConcurrentRequests: limits.maxConcurrentRequests,
  maxCallsInRequest: limits.maxCallsInRequest,
  maxObjectsInGet: limits.maxObjectsInGet,
  maxObjectsInSet: limits.maxObjectsInSet,
  collationAlgorithms,
}
const mailOfAccount = {
  maxMailboxesPerEmail: null,
  maxMailboxDepth: null,
  maxSizeMailboxName: maxMailboxNameBytes,
  maxSizeAttachmentsPerEmail: limits.maxSizeUpload,
  emailQuerySortOptions: emailSortOptions,
  mayCreateTopLevelMailbox: true,
}

/** RFC 9404 §3.1. */
const blobOfAccount = {
  maxSizeBlobSet: limits.maxSizeUpload,
  maxDataSources,
  supportedTypeNames: lookupTypes,
  supportedDigestAlgorithms: digestAlgorithms,
}

/** What the server can do, as the session announces it; anything else in `using` is refused. */
const announced = {
  [capability.core]: core,
  [capability.mail]: {},
  [capability.submission]: {},
  [capability.mdn]: {},
  [capability.blob]: {},
  [capability.quota]: {},
  [capability.lists]: {},
  [capability.journal]: {},
  [capability.reading]: {},
  [capability.search]: {},
  [capability.rules]: {},
  [capability.unsubscribe]: {},
  [capability.preferences]: {},
  [capability.contacts]: {},
  [capability.people]: {},
  [capability.trustedSenders]: {},
  [capability.snooze]: {},
}

/** What says where this server is, and who. */
const announcedWith = (origin: string, key: string) => ({
  ...announced,
  [capability.websocket]: { url: `${origin.replace(/^http/, 'ws')}/jmap/ws`, supportsPush: true },
  [capability.webPush]: { applicationServerKey: key },
})

export const knownCapabilities: ReadonlySet<string> = new Set(Object.keys(announcedWith('', '')))

/** The session resource; all addresses are absolute and built from the public address. */
export function sessionResource(
  { caller, username }: Who,
  origin: string,
  applicationServerKey: string,
): Record<string, unknown> {
  return {
    capabilities: announcedWith(origin, applicationServerKey),
    accounts: accountsOf(caller, username),
    primaryAccounts: primaryOf(caller),
    username,
    apiUrl: `${origin}/jmap/api`,
    downloadUrl: `${origin}/jmap/download/{accountId}/{blobId}/{name}?type={type}`,
    uploadUrl: `${origin}/jmap/upload/{accountId}`,
    eventSourceUrl: `${origin}/jmap/eventsource?types={types}&closeafter={closeafter}&ping={ping}`,
    state: sessionState({ caller, username }, applicationServerKey),
  }
}

/** The first account for everything that mail accounts can do, the personal one for the rest (RFC 8620 §2). */
function primaryOf(caller: Caller): Record<string, string> {
  const [first] = caller.accounts.values()
  const all = (capabilities: object, id: AccountId | null | undefined) =>
    typeof id === 'number' ? Object.keys(capabilities).map((name) => [name, accountWireId.encode(id)]) : []
  return Object.fromEntries([
    ...all(capabilitiesOfPerson(caller), caller.personal),
    ...all(capabilitiesOfMail(caller), first?.id),
  ])
}

const capabilitiesOfMail = ({ mayWrite }: Caller) => ({
  [capability.mail]: { ...mailOfAccount, mayCreateTopLevelMailbox: mayWrite },
  [capability.submission]: submissionOfAccount,
  [capability.mdn]: {},
  [capability.blob]: blobOfAccount,
  [capability.quota]: {},
  [capability.lists]: {},
  [capability.journal]: {},
  [capability.reading]: {},
  [capability.search]: {},
  [capability.snooze]: {},
  [capability.unsubscribe]: {},
})

/** What the personal account has; saved searches are part of searching. */
const capabilitiesOfPerson = (caller: Caller) => ({
  [capability.contacts]: contactsOfAccount(caller),
  [capability.people]: {},
  ...{ [capability.preferences]: {}, [capability.search]: {} },
  // Rules move mail: credentials that open none have none.
  ...(caller.accounts.size > 0 ? { [capability.rules]: {} } : {}),
  [capability.trustedSenders]: {},
})

function accountsOf(caller: Caller, username: string): Record<string, unknown> {
  const isReadOnly = !caller.mayWrite
  const ofMail = capabilitiesOfMail(caller)
  // All are the user's own: `isPersonal` tells them from accounts that somebody shares (RFC 8620 §2).
  const shown = [...caller.accounts.values()].map(
    ({ id, address }) =>
      [id, { name: address, isPersonal: true, isReadOnly, accountCapabilities: ofMail }] as const,
  )
  const personal = {
    name: username,
    isPersonal: true,
    isReadOnly,
    accountCapabilities: capabilitiesOfPerson(caller),
  }
  const all = caller.personal === null ? shown : [...shown, [caller.personal, personal] as const]
  return Object.fromEntries(all.map(([id, account]) => [accountWireId.encode(id), account]))
}

/** Differs whenever the session resource would: answered with every request (RFC 8620 §3.4). */
export function sessionState({ caller, username }: Who, applicationServerKey: string): string {
  const accounts = [...caller.accounts.values()].map(({ id, address }) => [id, address])
  const shown = [username, accounts, caller.personal, caller.mayWrite, applicationServerKey]
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 16)
}
