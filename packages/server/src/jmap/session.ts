import { createHash } from 'node:crypto'
import { type AccountId, accountWireId, capability } from '@plmail/wire'
import { maxMailboxNameBytes } from '../mail/index.ts'
import { digestAlgorithms } from './core/blob/digests.ts'
import { lookupTypes } from './core/blob/lookup.ts'
import { maxDataSources } from './core/blob/sources.ts'
import { emailSortOptions } from './mail/email/sort.ts'
import { calendarsOfAccount } from './calendars/calendars.ts'
import type { Who } from './engine/caller.ts'
import { limits } from './engine/limits.ts'
import type { Caller, JmapAccount } from './engine/method.ts'
import { contactsOfAccount } from './contacts/contacts.ts'
import { collationAlgorithms } from './engine/query.ts'
import { submissionOfAccount } from './mail/sending.ts'

/** Values of each capability in the session (RFC 8620 §2, RFC 8621 §1.3.1). */
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

/** Capabilities that the session announces; any other in `using` is refused. */
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
  [capability.templates]: {},
  [capability.contacts]: {},
  [capability.people]: {},
  [capability.trustedSenders]: {},
  [capability.snooze]: {},
  [capability.categories]: {},
  [capability.calendars]: {},
  [capability.calendarsParse]: {},
  [capability.calendarTools]: {},
  [capability.shareLinks]: {},
  [capability.booking]: {},
  [capability.invitations]: {},
  [capability.reminders]: {},
  [capability.push]: {},
}

/** Announced where one of the accounts has it: there may be none that does. */
const announcedForSome = { [capability.vacationResponse]: {} }

/** Returns all capabilities, including those with the server's address and key. */
const announcedWith = (origin: string, key: string, some: object = announcedForSome) => ({
  ...announced,
  ...some,
  [capability.websocket]: { url: `${origin.replace(/^http/, 'ws')}/jmap/ws`, supportsPush: true },
  [capability.webPush]: { applicationServerKey: key },
})

export const knownCapabilities: ReadonlySet<string> = new Set(Object.keys(announcedWith('', '')))

/** The session resource; all addresses are absolute and built from the public address. */
export function sessionResource(
  { caller, username }: Pick<Who, 'caller' | 'username'>,
  origin: string,
  applicationServerKey: string,
): Record<string, unknown> {
  return {
    capabilities: announcedWith(origin, applicationServerKey, forSome(caller)),
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

const withVacation = ({ accounts }: Caller) => [...accounts.values()].filter((account) => account.hasVacation)

const forSome = (caller: Caller): object => (withVacation(caller).length > 0 ? announcedForSome : {})

/** The first account for everything that mail accounts can do, the personal one for the rest (RFC 8620 §2). */
function primaryOf(caller: Caller): Record<string, string> {
  const [first] = caller.accounts.values()
  const all = (capabilities: object, id: AccountId | null | undefined) =>
    typeof id === 'number' ? Object.keys(capabilities).map((name) => [name, accountWireId.encode(id)]) : []
  const [withCalendars] = caller.calendars.keys()
  const [away] = withVacation(caller)
  return Object.fromEntries([
    ...all(calendarsIn(caller, withCalendars), withCalendars),
    ...all(capabilitiesOfPerson(caller), caller.personal),
    ...all(capabilitiesOfMail(caller), first?.id),
    ...all(announcedForSome, away?.id),
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
  [capability.categories]: {},
  [capability.unsubscribe]: {},
  [capability.invitations]: {},
  [capability.calendarsParse]: {},
})

/** Returns the capabilities of an account with calendars; new ones are made in the personal account only. */
const calendarsIn = ({ calendars, personal, mayWrite }: Caller, id: AccountId | null | undefined) =>
  typeof id === 'number' && calendars.has(id)
    ? {
        [capability.calendars]: calendarsOfAccount({ mayCreateCalendar: mayWrite && id === personal }),
        [capability.calendarTools]: {},
        [capability.reminders]: {},
      }
    : {}

/** Links and booking pages are of calendars: credentials that open none have none. */
const sharingIn = ({ calendars, personal }: Caller) =>
  personal !== null && calendars.has(personal)
    ? { [capability.shareLinks]: {}, [capability.booking]: {} }
    : {}

/** Returns the capabilities of the personal account; saved searches are part of searching. */
const capabilitiesOfPerson = (caller: Caller) => ({
  ...calendarsIn(caller, caller.personal),
  ...sharingIn(caller),
  [capability.blob]: blobOfAccount,
  [capability.calendarsParse]: {},
  [capability.contacts]: contactsOfAccount(caller),
  [capability.people]: {},
  [capability.preferences]: {},
  [capability.search]: {},
  [capability.templates]: {},
  // Rules move mail: credentials that open none have none.
  ...(caller.accounts.size > 0 ? { [capability.rules]: {} } : {}),
  [capability.trustedSenders]: {},
})

/** How many mailboxes a message can be in is the provider's to say. */
const withLimits = (ofMail: ReturnType<typeof capabilitiesOfMail>, account: JmapAccount | undefined) => ({
  ...ofMail,
  [capability.mail]: {
    ...ofMail[capability.mail],
    maxMailboxesPerEmail: account?.placeLimits?.mostFolders ?? null,
  },
})

function accountsOf(caller: Caller, username: string): Record<string, unknown> {
  const isReadOnly = !caller.mayWrite
  const ofMail = capabilitiesOfMail(caller)
  // All are the user's own: `isPersonal` tells them from accounts that somebody shares (RFC 8620 §2).
  const shownOf = ({ id, address }: JmapAccount) => {
    const accountCapabilities = {
      ...(caller.accounts.has(id) ? withLimits(ofMail, caller.accounts.get(id)) : {}),
      ...calendarsIn(caller, id),
      ...(caller.accounts.get(id)?.hasVacation ? announcedForSome : {}),
    }
    return [id, { name: address, isPersonal: true, isReadOnly, accountCapabilities }] as const
  }
  const open = new Map([...caller.accounts, ...caller.calendars])
  const shown = [...open.values()].filter(({ id }) => id !== caller.personal).map(shownOf)
  const personal = {
    // A mail account has the address as its name: clients list accounts by their names.
    name: `${username} (personal)`,
    isPersonal: true,
    isReadOnly,
    accountCapabilities: capabilitiesOfPerson(caller),
  }
  const all = caller.personal === null ? shown : [...shown, [caller.personal, personal] as const]
  return Object.fromEntries(all.map(([id, account]) => [accountWireId.encode(id), account]))
}

/** Differs whenever the session resource would: answered with every request (RFC 8620 §3.4). */
export function sessionState(
  { caller, username }: Pick<Who, 'caller' | 'username'>,
  applicationServerKey: string,
): string {
  const accounts = [...caller.accounts.values()].map(({ id, address, hasVacation = false }) => [
    id,
    address,
    hasVacation,
  ])
  const calendars = [...caller.calendars.keys()]
  const shown = [username, accounts, calendars, caller.personal, caller.mayWrite, applicationServerKey]
  return stateOf(JSON.stringify(shown))
}

/** Cached states of the sessions shown last: every answer has one, and nearly all are the same. */
const states = new Map<string, string>()
const mostStates = 200

function stateOf(shown: string): string {
  const accountState = states.get(shown)
  if (accountState !== undefined) return accountState
  const state = createHash('sha256').update(shown).digest('base64url').slice(0, 16)
  if (states.size >= mostStates) states.clear()
  states.set(shown, state)
  return state
}
