import type { MessageSummary } from '@plmail/mail-format'
import { isAddress } from '../address-shape.ts'
import type { Envelope, EnvelopeAddress, SubmissionRefusal } from './types.ts'

/** A list longer than this is a mailing list's work. */
const maxRecipients = 500
/** FUTURERELEASE (RFC 4865): a year. */
const maxDelaySeconds = 365 * 86_400

/** Whom it goes to and from whom when nobody said so: To, Cc and Bcc, and Sender or From (RFC 8621 §7). */
export function derivedEnvelope(
  summary: MessageSummary,
  isOwn: (email: string) => boolean,
  own: string,
): Envelope {
  const sender = summary.sender?.[0]?.email ?? summary.from?.[0]?.email
  const mailFrom = sender !== undefined && isOwn(sender) ? sender : own
  const to = [...(summary.to ?? []), ...(summary.cc ?? []), ...(summary.bcc ?? [])]
  const plain = (email: string): EnvelopeAddress => ({ email, parameters: null })
  return { mailFrom: plain(mailFrom), rcptTo: to.map(({ email }) => plain(email)) }
}

/** The envelope with each address once, or what is wrong with it. */
export function checkedEnvelope(envelope: Envelope): Envelope | SubmissionRefusal {
  const seenAddresses = new Set<string>()
  const rcptTo = envelope.rcptTo.filter(({ email }) => {
    const key = email.toLowerCase()
    return !seenAddresses.has(key) && seenAddresses.add(key)
  })
  if (rcptTo.length === 0) return { why: 'no-recipients' }
  const addresses = rcptTo.map(({ email }) => email).filter((email) => !isAddress(email))
  if (addresses.length > 0) return { why: 'invalid-recipients', addresses }
  if (rcptTo.length > maxRecipients) return { why: 'too-many-recipients', max: maxRecipients }
  const unknown = rcptTo.flatMap(({ parameters }) => Object.keys(parameters ?? {}))
  if (unknown.length > 0)
    return invalidEnvelope(`No parameter of recipients is supported: ${unknown.join(', ')}`)
  return { mailFrom: envelope.mailFrom, rcptTo }
}

const invalidEnvelope = (description: string): SubmissionRefusal => ({ why: 'invalid-envelope', description })

/**
 * When it is to go: the undo window from now, or as long as HOLDFOR and HOLDUNTIL say (RFC 4865 §4). What the server
 * decides itself about SIZE, BODY and SMTPUTF8 may be said and counts for nothing.
 */
export function sendTime(
  mailFrom: EnvelopeAddress,
  now: Date,
  undoSeconds: number,
): Date | SubmissionRefusal {
  const parameters = new Map(
    Object.entries(mailFrom.parameters ?? {}).map(([name, value]) => [name.toUpperCase(), value]),
  )
  const unknown = [...parameters.keys()].filter((name) => !knownParameters.includes(name))
  if (unknown.length > 0)
    return invalidEnvelope(`Parameters of the sender not supported: ${unknown.join(', ')}`)
  const holdFor = parameters.get('HOLDFOR')
  const holdUntil = parameters.get('HOLDUNTIL')
  if (holdFor !== undefined && holdUntil !== undefined)
    return invalidEnvelope('HOLDFOR or HOLDUNTIL, not both')
  const at =
    holdFor !== undefined
      ? readHoldFor(holdFor, now)
      : holdUntil !== undefined
        ? readHoldUntil(holdUntil)
        : undefined
  if (at === undefined && (holdFor !== undefined || holdUntil !== undefined))
    return invalidEnvelope('HOLDFOR takes seconds, HOLDUNTIL a date and time')
  if (at === undefined) return new Date(now.getTime() + undoSeconds * 1000)
  if (at.getTime() > now.getTime() + maxDelaySeconds * 1000)
    return invalidEnvelope(`At most ${maxDelaySeconds} seconds ahead`)
  return at < now ? now : at
}

const knownParameters = ['HOLDFOR', 'HOLDUNTIL', 'SIZE', 'BODY', 'SMTPUTF8']

function readHoldFor(value: string | null, now: Date): Date | undefined {
  return /^[0-9]{1,9}$/.test(value ?? '') ? new Date(now.getTime() + Number(value) * 1000) : undefined
}

function readHoldUntil(value: string | null): Date | undefined {
  const shape = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/i
  const at = shape.test(value ?? '') ? new Date(value ?? '') : undefined
  return at === undefined || Number.isNaN(at.getTime()) ? undefined : at
}
