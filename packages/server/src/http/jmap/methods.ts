import {
  emailWireId,
  type MailboxId,
  mailboxWireId,
  type MessageId,
  type QuotaId,
  quotaWireId,
  type ThreadId,
  threadWireId,
} from '@plmail/wire'
import type { Changes } from '../../changes/index.ts'
import type { Push } from '../../people/index.ts'
import { blobCopy } from './blob/copy.ts'
import { blobGet } from './blob/get.ts'
import { blobLookup } from './blob/lookup.ts'
import { blobUpload } from './blob/upload.ts'
import { changesMethod } from './changes.ts'
import { type ChoiceNeeds, choiceMethods } from './choices.ts'
import { type ContactNeeds, contactMethods } from './contacts.ts'
import { echo } from './core/echo.ts'
import { messageBytes } from './blob-bytes.ts'
import { emailCopy } from './email/copy.ts'
import { emailGet } from './email/get.ts'
import { emailImport } from './email/import.ts'
import { emailParse } from './email/parse.ts'
import { emailQuery } from './email/query.ts'
import { emailQueryChanges } from './email/query-changes.ts'
import type { QuestionNeeds } from './email/question.ts'
import { emailUnsubscribe, type UnsubscribeNeeds } from './email/unsubscribe.ts'
import { emailSet } from './email/set.ts'
import { journalUndo } from './journal/undo.ts'
import { listQuery } from './list/query.ts'
import { mailboxGet } from './mailbox/get.ts'
import { mailboxQuery } from './mailbox/query.ts'
import { mailboxQueryChanges } from './mailbox/query-changes.ts'
import { mailboxSet } from './mailbox/set.ts'
import type { Method } from './method.ts'
import { pushSubscriptionGet } from './push-subscription/get.ts'
import { type PushSetNeeds, pushSubscriptionSet } from './push-subscription/set.ts'
import { quotaGet } from './quota/get.ts'
import { quotaQuery, quotaQueryChanges } from './quota/query.ts'
import { type ReadingNeeds, readingMethods } from './reading-methods.ts'
import type { RuleNeeds } from './rule/get.ts'
import { ruleMethods } from './rule/methods.ts'
import { searchSnippetGet } from './search-snippet/get.ts'
import { type SendingNeeds, sendingMethods } from './sending.ts'
import { threadGet } from './thread/get.ts'

/** Every method there is; docs/jmap.md lists them. */
export function methods(
  deps: ReadingNeeds &
    QuestionNeeds &
    SendingNeeds &
    PushSetNeeds &
    ChoiceNeeds &
    ContactNeeds &
    RuleNeeds &
    UnsubscribeNeeds & { changes: Changes; push: Push },
): ReadonlyMap<string, Method> {
  const bytesOf = messageBytes(deps.mail)
  return new Map<string, Method>([
    ['Core/echo', echo],
    ['PushSubscription/get', pushSubscriptionGet(deps.push)],
    ['PushSubscription/set', pushSubscriptionSet(deps)],
    ['Blob/copy', blobCopy(deps)],
    ['Blob/upload', blobUpload(deps)],
    ['Blob/get', blobGet(deps)],
    ['Blob/lookup', blobLookup(deps)],
    ['Quota/get', quotaGet(deps)],
    ['Quota/changes', changesMethod(deps.changes, 'Quota', (id) => quotaWireId.encode(id as QuotaId))],
    ['Quota/query', quotaQuery(deps)],
    ['Quota/queryChanges', quotaQueryChanges],
    ['Mailbox/get', mailboxGet(deps)],
    [
      'Mailbox/changes',
      changesMethod(deps.changes, 'Mailbox', (id) => mailboxWireId.encode(id as MailboxId)),
    ],
    ['Mailbox/query', mailboxQuery(deps)],
    ['Mailbox/queryChanges', mailboxQueryChanges(deps)],
    ['Mailbox/set', mailboxSet(deps)],
    ['Thread/get', threadGet(deps)],
    ['Thread/changes', changesMethod(deps.changes, 'Thread', (id) => threadWireId.encode(id as ThreadId))],
    ['Email/get', emailGet(deps)],
    ['Email/parse', emailParse({ bytesOf })],
    ['Email/changes', changesMethod(deps.changes, 'Email', (id) => emailWireId.encode(id as MessageId))],
    ['Email/query', emailQuery(deps)],
    ['Email/queryChanges', emailQueryChanges(deps)],
    ['SearchSnippet/get', searchSnippetGet(deps)],
    ['Email/set', emailSet({ ...deps, bytesOf })],
    ['Email/copy', emailCopy(deps)],
    ['Email/import', emailImport(deps)],
    ...sendingMethods(deps),
    ...choiceMethods(deps),
    ...contactMethods(deps),
    ...ruleMethods(deps),
    ['Email/unsubscribe', emailUnsubscribe(deps)],
    ['List/query', listQuery(deps)],
    ['Journal/undo', journalUndo(deps)],
    ...readingMethods(deps),
  ])
}
