/**
 * Reads a message's bytes: its parts by offset, header fields in every form of RFC 8621, the lists of bodies and
 * attachments, preview and search text. Pure and synchronous, and never throws for anything a stranger sends.
 * Called by mail/ingest for what is stored, and by the JMAP layer with the stored structure and the raw bytes.
 */
export { baseSubject, isReplySubject } from './base-subject.ts'
export { type BodyLists, bodyLists, hasAttachment } from './body-lists.ts'
export { calendarParts } from './calendar-parts.ts'
export { decodePart, decodeText } from './decode.ts'
export { describe, type Described } from './describe.ts'
export { allHeaders, allHeadersAs, headerAs, isFormAllowed } from './header-forms.ts'
export type { EmailHeader, HeaderForm, HeaderForms } from './header-forms.ts'
export type { EmailAddress, EmailAddressGroup } from './addresses.ts'
export { parseMime } from './parse.ts'
export { receivedAt } from './received.ts'
export { soleSender } from './sole-sender.ts'
export { structureOf, treeOf } from './structure.ts'
export { type MessageSummary, parseMessage, parsesAsMessage } from './summary.ts'
export { shownText, type TakenApart, takeApart, type TakenPart } from './take-apart.ts'
export { textOfHtml } from './text-of.ts'
export { findPart, leafParts, type MimePart, type MimeTree } from './tree.ts'
