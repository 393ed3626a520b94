import type { SubmissionEnvelope } from '@plmail/wire'
import { recipientsOf, type Fields } from './message.ts'
import { unique } from './recipients.ts'

/** When to send it: after the time to undo, in seconds, or at a given time. */
export type When = { holdSeconds: number } | { at: Date }

/** The sender, the recipients, and how long the server holds the message back (RFC 4865). */
export function envelopeOf(fields: Fields, when: When): SubmissionEnvelope {
  const parameters =
    'at' in when
      ? { HOLDUNTIL: when.at.toISOString().replace(/\.\d+Z$/, 'Z') }
      : { HOLDFOR: String(when.holdSeconds) }
  return {
    mailFrom: { email: fields.sender.identity.email, parameters },
    rcptTo: unique(recipientsOf(fields)).map(({ email }) => ({ email })),
  }
}
