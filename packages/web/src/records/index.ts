/**
 * What the client knows of the server: accounts, mailboxes, threads, lists, bodies. Plain records outside
 * reactivity, kept true by deltas; components watch topics. Local changes are laid over and never lost to an older
 * answer. Called by commands and screens; knows no screen.
 */
export { createRecords } from './records.ts'
export type { Records } from './records.ts'
export { isSameList, narrowed } from './list-name.ts'
export type { ListName } from './list-name.ts'
export { threadKey } from './store.ts'
export type { Store, ThreadKey, ThreadRef } from './store.ts'
export type { ListEntry } from './list-window.ts'
export type { FolderOutcome, FolderReach } from './folders.ts'
export type { ThreadList } from './list.ts'
export type { Drafts, SavedDraft, SaveOutcome } from './drafts.ts'
export type { Identities } from './identities.ts'
export type { Outgoing, SendOutcome, Submissions } from './submissions.ts'
export { inverse, patchObject } from './patch.ts'
export type { EmailChange } from './patch.ts'
export type { Pending } from './emails.ts'
export type { RuleMatch, RuleRecords, Told } from './rules.ts'
export type { TrustedSenders } from './trusted-senders.ts'
export type { Attached, AttachedMessage, HeaderLine } from './attached.ts'
export { createTopic } from './topic.ts'
export type { Topic } from './topic.ts'
export type { ContactPage } from './contacts.ts'
