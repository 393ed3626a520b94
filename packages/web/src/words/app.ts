import type { MailboxRole } from '@plmail/wire'
import { first } from '@plmail/words/load/first'
import { spoken } from './spoken.ts'

export const words = (await first[spoken]()).app
export const pageNames = words.pages

/** Folder names by role, which replace the provider's own. */
export const roleName: Partial<Record<MailboxRole, string>> = words.roleName
