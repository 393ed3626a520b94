import { emailWireId, mailboxWireId, quotaWireId, threadWireId } from '@plmail/wire'
import type { Push } from '../../people/index.ts'
import { blobCopy } from './blob/copy.ts'
import { blobGet } from './blob/get.ts'
import { blobLookup } from './blob/lookup.ts'
import { blobUpload } from './blob/upload.ts'
import { type CalendarMethodNeeds, calendarMethods } from './calendars.ts'
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
import { type InvitationNeeds, invitationMethods } from './invitation/methods.ts'
import { journalUndo } from './journal/undo.ts'
import { listCategories } from './list/categories.ts'
import { listQuery } from './list/query.ts'
import { listRun, listRuns, listUndoRun } from './list/run.ts'
import { mailboxGet } from './mailbox/get.ts'
import { mailboxQuery } from './mailbox/query.ts'
import { mailboxQueryChanges } from './mailbox/query-changes.ts'
import { mailboxSet, type MailboxSetNeeds } from './mailbox/set.ts'
import type { Method } from './method.ts'
import { pushSubscriptionGet } from './push-subscription/get.ts'
import { type PushSetNeeds, pushSubscriptionSet } from './push-subscription/set.ts'
import { pushSubscriptionTest } from './push-subscription/test.ts'
import { quotaGet } from './quota/get.ts'
import { quotaQuery, quotaQueryChanges } from './quota/query.ts'
import { type ReadingNeeds, readingMethods } from './reading-methods.ts'
import { type ReminderNeeds, reminderMethods } from './reminder/methods.ts'
import type { RuleNeeds } from './rule/get.ts'
import { ruleMethods } from './rule/methods.ts'
import { searchSnippetGet } from './search-snippet/get.ts'
import { type SendingNeeds, sendingMethods } from './sending.ts'
import { type SharingNeeds, sharingMethods } from './sharing.ts'
import { type TemplateNeeds, templateMethods } from './template/methods.ts'
import { threadGet } from './thread/get.ts'
import { type VacationMethodNeeds, vacationMethods } from './vacation-response/methods.ts'

/** Every method there is; docs/jmap.md lists them. */
export function methods(
  deps: ReadingNeeds &
    QuestionNeeds &
    SendingNeeds &
    PushSetNeeds &
    ChoiceNeeds &
    ContactNeeds &
    CalendarMethodNeeds &
    InvitationNeeds &
    ReminderNeeds &
    RuleNeeds &
    SharingNeeds &
    TemplateNeeds &
    UnsubscribeNeeds &
    VacationMethodNeeds &
    MailboxSetNeeds & { push: Push },
): ReadonlyMap<string, Method> {
  const bytesOf = messageBytes(deps.mail)
  return new Map<string, Method>([
    ['Core/echo', echo],
    ['PushSubscription/get', pushSubscriptionGet(deps.push)],
    ['PushSubscription/test', pushSubscriptionTest(deps.push)],
    ['PushSubscription/set', pushSubscriptionSet(deps)],
    ['Blob/copy', blobCopy(deps)],
    ['Blob/upload', blobUpload(deps)],
    ['Blob/get', blobGet(deps)],
    ['Blob/lookup', blobLookup(deps)],
    ['Quota/get', quotaGet(deps)],
    ['Quota/changes', changesMethod(deps.changes, 'Quota', quotaWireId)],
    ['Quota/query', quotaQuery(deps)],
    ['Quota/queryChanges', quotaQueryChanges],
    ['Mailbox/get', mailboxGet(deps)],
    ['Mailbox/changes', changesMethod(deps.changes, 'Mailbox', mailboxWireId)],
    ['Mailbox/query', mailboxQuery(deps)],
    ['Mailbox/queryChanges', mailboxQueryChanges(deps)],
    ['Mailbox/set', mailboxSet(deps)],
    ['Thread/get', threadGet(deps)],
    ['Thread/changes', changesMethod(deps.changes, 'Thread', threadWireId)],
    ['Email/get', emailGet(deps)],
    ['Email/parse', emailParse({ bytesOf })],
    ['Email/changes', changesMethod(deps.changes, 'Email', emailWireId)],
    ['Email/query', emailQuery(deps)],
    ['Email/queryChanges', emailQueryChanges(deps)],
    ['SearchSnippet/get', searchSnippetGet(deps)],
    ['Email/set', emailSet({ ...deps, bytesOf })],
    ['Email/copy', emailCopy(deps)],
    ['Email/import', emailImport(deps)],
    ...sendingMethods(deps),
    ...choiceMethods(deps),
    ...contactMethods(deps),
    ...calendarMethods({ ...deps, bytesOf }),
    ...invitationMethods(deps),
    ...reminderMethods(deps),
    ...ruleMethods(deps),
    ...sharingMethods(deps),
    ...templateMethods(deps),
    ...vacationMethods(deps),
    ['Email/unsubscribe', emailUnsubscribe(deps)],
    ['List/query', listQuery(deps)],
    ['List/categories', listCategories(deps)],
    ['List/run', listRun(deps)],
    ['List/runs', listRuns(deps)],
    ['List/undoRun', listUndoRun(deps)],
    ['Journal/undo', journalUndo(deps)],
    ...readingMethods(deps),
  ])
}
