import type { AccountSession } from './account-session.ts'
import type { FolderSession } from './folder-session.ts'

/**
 * The mail provider as sync sees it. One folder per provider implements it, with the same set of files, and only speaks
 * the wire protocol: no database, no clock of its own, no retry policy. Everything thrown is a ProviderError.
 */
export type MailSession = FolderSession | AccountSession
