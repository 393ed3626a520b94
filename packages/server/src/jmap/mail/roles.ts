import type { Role } from '../../mail/index.ts'

/** The roles a mailbox may have (RFC 8621 §2 and the IANA registry), as far as this server gives them. */
export const roles: readonly Role[] = [
  'inbox',
  'archive',
  'drafts',
  'sent',
  'trash',
  'junk',
  'all',
  'flagged',
  'important',
  'snoozed',
]
