/**
 * The bytes of a message, in and out. `read` takes them apart: parts by offset, header fields in every form of RFC 8621,
 * the lists of bodies and attachments, preview and search text; it is synchronous and never throws for anything a
 * stranger sends. `write` makes bytes of RFC 5322 and MIME from header fields and body parts; randomness and time are
 * handed in.
 */
export { baseSubject, isReplySubject } from './read/base-subject.ts'
export { type BodyLists, bodyLists, hasAttachment } from './read/body-lists.ts'
export { decodePart, decodeText } from './read/decode.ts'
export { decodeTransfer } from './read/transfer-encoding.ts'
export { describe, type Described } from './read/describe.ts'
export { allHeaders, allHeadersAs, headerAs, isFormAllowed } from './read/header-forms.ts'
export type { EmailHeader, HeaderForm, HeaderForms } from './read/header-forms.ts'
export { headerRows } from './read/header-rows.ts'
export { readable, textValue } from './read/header-text.ts'
export type { EmailAddressGroup } from './read/addresses.ts'
export { CR, isBlank, LF, lineEnd } from './read/lines.ts'
export { parseMime } from './read/parse.ts'
export { attributionLine, quoteClasses } from './read/quote-forms.ts'
export { type ReadableBody, readableBody } from './read/readable-body.ts'
export { readReceivedDate } from './read/received.ts'
export { soleSender } from './read/sole-sender.ts'
export { toStructure as structureOf, toTree } from './read/structure.ts'
export { type MessageSummary, type ParsedMessage, parseMessage, parsesAsMessage } from './read/summary.ts'
export { readShownText, type TakenApart, takeApart, type TakenPart } from './read/take-apart.ts'
export { textOfHtml } from './read/text-of.ts'
export { calendarParts, findPart, leafParts, type MimePart, type MimeTree } from './read/tree.ts'
export { arrangeBody, type BodyByPurpose } from './write/body-tree.ts'
export { composeMessage, type ComposeParts } from './write/compose.ts'
export { contentType, type ContentTypeValue } from './write/content-type.ts'
export { type Draft, type DraftField, type DraftPart, type HeaderValue, plainPart } from './write/draft.ts'
export { fieldText } from './write/fields.ts'
