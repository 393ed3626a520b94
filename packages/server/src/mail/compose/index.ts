/**
 * Writes new messages: from header fields and body parts to the bytes of RFC 5322 and MIME. Pure: randomness and
 * time are handed in, nothing is stored. The counterpart of mail/mime, which reads what is written here.
 */
export { arranged, type BodyByPurpose } from './arrange.ts'
export { composeMessage, type ComposeParts } from './compose.ts'
export { contentType, type ContentTypeValue } from './content-type.ts'
export { type Draft, type DraftField, type DraftPart, type HeaderValue, plainPart } from './draft.ts'
export { fieldText } from './fields.ts'
