import { createHash } from 'node:crypto'
import { accountWireId, capability } from '@plmail/wire'
import { maxMailboxNameBytes } from '../../mail/index.ts'
import { emailSortOptions } from './email/sort.ts'
import { limits } from './limits.ts'
import type { Caller } from './method.ts'
import { collationAlgorithms } from './query.ts'

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

/** What the server can do, as the session announces it; anything else in `using` is refused. */
const announced = {
  [capability.core]: core,
  [capability.mail]: {},
  [capability.lists]: {},
  [capability.journal]: {},
  [capability.reading]: {},
  [capability.search]: {},
}

export const knownCapabilities: ReadonlySet<string> = new Set(Object.keys(announced))

/** The session resource; all addresses are absolute and built from the public address. */
export function sessionResource(caller: Caller, username: string, origin: string): Record<string, unknown> {
  const accounts = [...caller.accounts.values()]
  const first = accounts[0]
  const primary = first ? { [capability.mail]: accountWireId.encode(first.id) } : {}
  return {
    capabilities: announced,
    accounts: Object.fromEntries(
      accounts.map((account) => [
        accountWireId.encode(account.id),
        {
          name: account.address,
          isPersonal: true,
          isReadOnly: false,
          accountCapabilities: {
            [capability.mail]: mailOfAccount,
            [capability.lists]: {},
            [capability.journal]: {},
            [capability.reading]: {},
            [capability.search]: {},
          },
        },
      ]),
    ),
    primaryAccounts: primary,
    username,
    apiUrl: `${origin}/jmap/api`,
    downloadUrl: `${origin}/jmap/download/{accountId}/{blobId}/{name}?type={type}`,
    uploadUrl: `${origin}/jmap/upload/{accountId}`,
    eventSourceUrl: `${origin}/jmap/eventsource?types={types}&closeafter={closeafter}&ping={ping}`,
    state: sessionState(caller, username),
  }
}

/** Differs whenever the session resource would: answered with every request (RFC 8620 §3.4). */
export function sessionState(caller: Caller, username: string): string {
  const shown = [username, ...[...caller.accounts.values()].flatMap((one) => [String(one.id), one.address])]
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 16)
}
