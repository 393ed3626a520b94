/**
 * Messages, threads, labels and lists: what is mirrored, and what users do to it. Sync brings in what providers say
 * (`ingest`, `provided`, `mailboxes`), http what users decide (`actions`) and asks for what they see (`read`).
 * Every write ends in lists/settle, so lists, counters and threads agree at every commit. Never speaks to a provider.
 */
export type { StoredBytes } from '../store/index.ts'
export { createMail, type MailOptions } from './create-mail.ts'
export type { StoredMail } from './stored-mail.ts'
export type * from './types.ts'
export { createIdentities } from './identities/identities.ts'
export type * from './identities/types.ts'
export { isFixed, maxMailboxNameBytes } from './labels/mailbox-rules.ts'
export { receiptAsked } from './receipts/receipt-request.ts'
export { parseDisposition, sentKeyword } from './receipts/disposition.ts'
export type * from './receipts/types.ts'
export { isExtensionField } from './receipts/fields.ts'
export { readReceipt } from './receipts/read.ts'
export { enqueueSend as askToSend } from './submission/send-job.ts'
export { createRules } from './rules/create-rules.ts'
export type * from './rules/types.ts'
export { type ConditionContext, conditionFilter, UnfitCondition } from './search/conditions.ts'

export { type AttachmentReader, readingApart } from './search/attached/attachment-reader.ts'
export { isSplittable } from './lists/unified-list.ts'
export { asksIndex } from './search/email-filter.ts'
export { fold } from './search/fold.ts'
export { createUnsubscribing, type Unsubscribing } from './unsubscribe/unsubscribe.ts'
export { type WaysToLeave, waysToLeave } from './unsubscribe/unsubscribe-options.ts'
export { createSubmissions } from './submission/create-submissions.ts'
export type * from './submission/types.ts'
export { createTemplates } from './templates/create-templates.ts'
export type * from './templates/types.ts'
export type * from './trusted-senders/types.ts'
export { createTrustedSenders } from './trusted-senders/trusted-senders.ts'
