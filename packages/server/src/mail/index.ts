/**
 * Messages, threads, labels and lists: what is mirrored, and what users do to it. Sync brings in what providers say
 * (`ingest`, `provided`, `mailboxes`), http what users decide (`actions`) and asks for what they see (`read`).
 * Every write ends in lists/settle, so lists, counters and threads agree at every commit. Never speaks to a provider.
 */
export type { StoredBytes } from '../store/index.ts'
export { createMail, type MailOptions } from './create-mail.ts'
export type * from './door.ts'
export { createIdentities } from './identities/identities.ts'
export type * from './identities/door.ts'
export { isFixed, maxMailboxNameBytes } from './labels/rules.ts'
export { receiptAsked } from './receipts/receipt-request.ts'
export { dispositionOf, sentKeyword } from './receipts/disposition.ts'
export type * from './receipts/door.ts'
export { isExtensionField } from './receipts/fields.ts'
export { readReceipt } from './receipts/read.ts'
export { askToSend } from './submission/kind.ts'
export { createRules } from './rules/create-rules.ts'
export type * from './rules/door.ts'
export { type ConditionContext, conditionFilter, UnfitCondition } from './search/conditions.ts'

export { type AttachmentReader, readingApart } from './search/attached/reader.ts'
export { isSplittable } from './lists/unified.ts'
export { asksIndex } from './search/filter.ts'
export { fold } from './search/fold.ts'
export { createUnsubscribing, type Unsubscribing } from './unsubscribe/unsubscribe.ts'
export { type WaysToLeave, waysToLeave } from './unsubscribe/ways.ts'
export { createSubmissions } from './submission/create-submissions.ts'
export type * from './submission/door.ts'
export { createTemplates } from './templates/create-templates.ts'
export type * from './templates/door.ts'
export type * from './trusted-senders/door.ts'
export { createTrustedSenders } from './trusted-senders/trusted-senders.ts'
