import type { Email, EmailAddress, EmailBodyPart } from '@plmail/wire'
import { words } from '../../words/index.ts'

type Listed = Pick<Email, 'attachments'>

/** The attachments of a rendered message: pictures within the text are not listed. */
export function filesBesideText(
  { attachments }: Listed,
  inlineImages: readonly string[] | undefined,
): EmailBodyPart[] {
  return (attachments ?? []).filter(({ cid }) => cid === null || !inlineImages?.includes(cid))
}

/** Files of a message that is not drawn yet: its pictures with a Content-ID will stand in its text. */
export function filesBeforeText({ attachments }: Listed): EmailBodyPart[] {
  return (attachments ?? []).filter(({ cid, type }) => cid === null || !type.startsWith('image/'))
}

/** A calendar file comes with it (RFC 6047 §2.4; Outlook and others name the type as a program's). */
export function hasInvitation({ attachments }: Listed): boolean {
  return (attachments ?? []).some(({ type }) => /^(text\/calendar|application\/ics)$/.test(type))
}

export function senderOf({ from }: Pick<Email, 'from'>): EmailAddress {
  return from?.[0] ?? { name: words.noSender, email: '' }
}
