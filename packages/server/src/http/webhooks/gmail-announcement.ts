import { readField, parseJson } from './body.ts'

const maxAddressLength = 320

/**
 * Whose mailbox an announcement of Gmail's is about. It comes in the envelope of Pub/Sub, `{message: {data}}` with
 * base64 in either alphabet, or bare when the subscription was made so. The cursor in it is not read: it may be older
 * than what is known, and is met as a number and as text. Undefined when it says nothing of the kind.
 */
export function mailboxIn(body: Buffer | undefined): string | undefined {
  const outer = parseJson(body)
  const data = readField(readField(outer, 'message'), 'data')
  // Node reads both alphabets.
  const inner = typeof data === 'string' ? parseJson(Buffer.from(data, 'base64')) : outer
  const address = readField(inner, 'emailAddress')
  const isAddress = typeof address === 'string' && address !== '' && address.length <= maxAddressLength
  return isAddress && !address.includes('\u0000') ? address : undefined
}
