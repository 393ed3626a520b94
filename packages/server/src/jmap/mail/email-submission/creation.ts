import { emailWireId, identityWireId } from '@plmail/wire'
import type { Envelope, NewSubmission, SubmissionRefusal } from '../../../mail/index.ts'
import { isObject, type JsonObject } from '../../engine/arguments.ts'
import { invalidProperties, resolveCreationId, type SetError } from '../../engine/set.ts'

/** Parses the submission that a client creates (RFC 8621 §7.5), or returns its error. */
export function newSubmission(
  json: JsonObject,
  createdIds: ReadonlyMap<string, string>,
): NewSubmission | SetError {
  const { identityId, emailId, envelope = null, ...rest } = json
  const identity = identityWireId.decode(resolveCreationId(identityId, createdIds))
  const email = emailWireId.decode(resolveCreationId(emailId, createdIds))
  const parsed = envelope === null ? null : readEnvelope(envelope)
  const bad = [
    ...(identity === undefined ? ['identityId'] : []),
    ...(email === undefined ? ['emailId'] : []),
    ...(parsed === undefined ? ['envelope'] : []),
    // undoStatus is the server's, and pending is what a new one is
    ...Object.keys(rest).filter((name) => !(name === 'undoStatus' && rest[name] === 'pending')),
  ]
  if (bad.length > 0 || identity === undefined || email === undefined || parsed === undefined)
    return invalidProperties(bad)
  return { identityId: identity, messageId: email, envelope: parsed }
}

function readEnvelope(value: unknown): Envelope | undefined {
  if (!isObject(value) || !Array.isArray(value['rcptTo'])) return undefined
  const mailFrom = readAddress(value['mailFrom'])
  const rcptTo = value['rcptTo'].map(readAddress)
  const isKnown = Object.keys(value).every((name) => name === 'mailFrom' || name === 'rcptTo')
  if (!mailFrom || !isKnown || !rcptTo.every((address) => address !== undefined)) return undefined
  return { mailFrom, rcptTo }
}

function readAddress(value: unknown): Envelope['mailFrom'] | undefined {
  if (!isObject(value) || typeof value['email'] !== 'string') return undefined
  const { email, parameters = null, ...rest } = value
  if (Object.keys(rest).length > 0) return undefined
  if (parameters === null) return { email, parameters }
  if (!isObject(parameters)) return undefined
  const entries = Object.entries(parameters)
  if (!entries.every(isParameter)) return undefined
  return { email, parameters: Object.fromEntries(entries) }
}

/** RFC 5321 §4.1.1.11: a keyword, and a value in printable ASCII. */
const isParameter = (entry: [string, unknown]): entry is [string, string | null] =>
  /^[A-Za-z0-9][A-Za-z0-9-]{0,63}$/.test(entry[0]) &&
  (entry[1] === null || (typeof entry[1] === 'string' && /^[!-~]{1,500}$/.test(entry[1])))

/** A SetError with what RFC 8621 §7.5 adds to it. */
interface SubmissionError extends SetError {
  invalidRecipients?: string[]
  maxRecipients?: number
  maxSize?: number
}

/** The errors of RFC 8621 §7.5. */
export function submissionError(refusal: SubmissionRefusal): SubmissionError {
  switch (refusal.why) {
    case 'no-such-identity':
      return invalidProperties(['identityId'])
    case 'no-such-email':
      return invalidProperties(['emailId'])
    case 'invalid-envelope':
      return invalidProperties(['envelope'], refusal.description)
    case 'no-recipients':
      return { type: 'noRecipients' }
    case 'invalid-recipients':
      return { type: 'invalidRecipients', invalidRecipients: refusal.addresses }
    case 'too-many-recipients':
      return { type: 'tooManyRecipients', maxRecipients: refusal.max }
    case 'too-large':
      return { type: 'tooLarge', maxSize: refusal.max }
    case 'invalid-email':
      return { type: 'invalidEmail', properties: refusal.properties }
    case 'forbidden-from':
      return {
        type: 'forbiddenFrom',
        description: { problem: 'identities/identities-only' },
      }
    case 'forbidden-mail-from':
      return {
        type: 'forbiddenMailFrom',
        description: { problem: 'identities/identities-only' },
      }
  }
}
