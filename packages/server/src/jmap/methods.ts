import { emailWireId, mailboxWireId, quotaWireId, threadWireId } from '@plmail/wire'
import type { Push } from '../people/index.ts'
import { blobCopy } from './core/blob/copy.ts'
import { blobGet } from './core/blob/get.ts'
import { blobLookup } from './core/blob/lookup.ts'
import { blobUpload } from './core/blob/upload.ts'
import { type CalendarMethodNeeds, calendarMethods } from './calendars/calendars.ts'
import { changesMethod } from './engine/changes.ts'
import { type ChoiceNeeds, choiceMethods } from './plmail/choices.ts'
import { type ContactNeeds, contactMethods } from './contacts/contacts.ts'
import { echo } from './core/echo.ts'
import { messageBytes } from './engine/blob-bytes.ts'
import { emailCopy } from './mail/email/copy.ts'
import { emailGet } from './mail/email/get.ts'
import { emailImport } from './mail/email/import.ts'
import { emailParse } from './mail/email/parse.ts'
import { emailQuery } from './mail/email/query.ts'
import { emailQueryChanges } from './mail/email/query-changes.ts'
import type { QuestionNeeds } from './mail/email/question.ts'
import { emailUnsubscribe, type UnsubscribeNeeds } from './mail/email/unsubscribe.ts'
import { emailSet } from './mail/email/set.ts'
import { type InvitationNeeds, invitationMethods } from './plmail/invitation/methods.ts'
import { journalUndo } from './plmail/journal/undo.ts'
import { listCategories } from './plmail/list/categories.ts'
import { listQuery } from './plmail/list/query.ts'
import { listRun, listRuns, listUndoRun } from './plmail/list/run.ts'
import { mailboxGet } from './mail/mailbox/get.ts'
import { mailboxQuery } from './mail/mailbox/query.ts'
import { mailboxQueryChanges } from './mail/mailbox/query-changes.ts'
import { mailboxSet, type MailboxSetNeeds } from './mail/mailbox/set.ts'
import type { Method } from './engine/method.ts'
import { personMethods } from './plmail/person/methods.ts'
import { pushSubscriptionGet } from './core/push-subscription/get.ts'
import { type PushSetNeeds, pushSubscriptionSet } from './core/push-subscription/set.ts'
import { pushSubscriptionTest } from './core/push-subscription/test.ts'
import { quotaGet } from './core/quota/get.ts'
import { quotaQuery, quotaQueryChanges } from './core/quota/query.ts'
import { type ReadingNeeds, readingMethods } from './plmail/reading-methods.ts'
import { type ReminderNeeds, reminderMethods } from './plmail/reminder/methods.ts'
import type { RuleNeeds } from './plmail/rule/get.ts'
import { ruleMethods } from './plmail/rule/methods.ts'
import { searchSnippetGet } from './mail/search-snippet/get.ts'
import { type SendingNeeds, sendingMethods } from './mail/sending.ts'
import { type SharingNeeds, sharingMethods } from './plmail/sharing.ts'
import { type TemplateNeeds, templateMethods } from './plmail/template/methods.ts'
import { threadGet } from './mail/thread/get.ts'
import { type VacationMethodNeeds, vacationMethods } from './mail/vacation-response/methods.ts'

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
    ...personMethods(deps),
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
