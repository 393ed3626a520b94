import type { AccountSession } from './account-session.ts'
import type { FolderSession } from './folder-session.ts'

/**
 * What sync asks of a mail provider. One folder a provider implements it, with the same file set, speaking only to the
 * wire: no database, no clock of its own, no retry policy. Everything thrown is a ProviderError.
 */
export type MailSession = FolderSession | AccountSession
