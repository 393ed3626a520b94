/** Reading of messages for the emulated mailboxes: headers, addresses, parts. It shares nothing with plMail's own reader, so that each can show the other wrong. */
export {
  type Address,
  type Header,
  headerValue,
  readAddresses,
  readHeaders,
  readMessageIds,
} from './headers.ts'
export { eachPart, isAttachment, type EmulatedPart, readParts, getText } from './parts.ts'
export { decodeText, decodeWords } from './words.ts'
