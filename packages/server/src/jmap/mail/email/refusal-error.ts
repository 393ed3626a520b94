import type { EmailRefusal } from '../../../mail/index.ts'
import type { PatchError } from './patch.ts'

/** Why the mail room would not have it, in the words of RFC 8621 §4.6. */
export function refusalError(why: EmailRefusal): PatchError {
  switch (why) {
    case 'not-found':
      return { type: 'notFound' }
    case 'no-mailbox':
      return {
        type: 'invalidProperties',
        properties: ['mailboxIds'],
        description: { problem: 'mail/needs-a-mailbox' },
      }
    case 'unknown-mailbox':
    case 'mailbox-not-selectable':
      return { type: 'invalidProperties', properties: ['mailboxIds'] }
    case 'time-out-of-range':
      return {
        type: 'invalidProperties',
        properties: ['snoozed', 'followUp'],
        description: { problem: 'mail/unusable-time' },
      }
    case 'too-many-keywords':
      return { type: 'tooManyKeywords' } // RFC 8621 §4.6
  }
}

export function orNull<T>(entries: ReadonlyArray<readonly [string, T]>): Record<string, T> | null {
  return entries.length === 0 ? null : Object.fromEntries(entries)
}
