/** RFC 8621 §2 and the IANA mailbox roles. */
export type MailboxRole =
  'inbox' | 'archive' | 'drafts' | 'sent' | 'trash' | 'junk' | 'all' | 'flagged' | 'important' | 'snoozed'
