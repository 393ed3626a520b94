import type { RecipientStatus } from './door.ts'
import type { SubmissionRow } from './rows.ts'

/** A notice to the sender, as a live event. */
export interface SubmissionNotice {
  level: 'info' | 'warning' | 'error'
  text: string
  /** Type of the object concerned, where clients learn about it themselves and may show it their own way. */
  reference?: 'EmailSubmission'
}

const titled = ({ subject }: SubmissionRow): string => (subject === '' ? 'A message' : `“${subject}”`)

/** For those that were just refused for good: whom it did not reach, in the server's words. */
export function refused(row: SubmissionRow, now: readonly RecipientStatus[]): SubmissionNotice[] {
  const before = new Map(row.recipients.map(({ email, delivered }) => [email, delivered]))
  const fresh = now.filter(({ email, delivered }) => delivered === 'no' && before.get(email) !== 'no')
  const [first] = fresh
  if (!first) return []
  const whom = fresh.length === 1 ? first.email : `${first.email} and ${fresh.length - 1} more`
  const text =
    first.reply === ''
      ? `${titled(row)} was not sent to ${whom}.`
      : `${titled(row)} was not sent to ${whom}. The mail server said: ${first.reply}`
  // Of what they do not see clients learn from this notice alone.
  return [{ level: 'error', text, ...(row.isVisible ? { reference: 'EmailSubmission' as const } : {}) }]
}

export function delayed(
  row: SubmissionRow,
  now: readonly RecipientStatus[],
  serverText: string | undefined,
): SubmissionNotice[] {
  const reply =
    serverText ?? now.find(({ delivered, reply: heard }) => delivered === 'queued' && heard !== '')?.reply
  const text =
    reply === undefined
      ? `${titled(row)} is not sent yet and will be tried again for a day.`
      : `${titled(row)} is not sent yet and will be tried again for a day. The mail server said: ${reply}`
  return [{ level: 'warning', text }]
}

export function undecided(row: SubmissionRow): SubmissionNotice[] {
  if (row.isTaken) {
    const text =
      `${titled(row)} may not have been sent: the mail server took it, but no copy of it has appeared in Sent. ` +
      'Ask the recipient before you send it again.'
    return [{ level: 'error', text }]
  }
  const text =
    `Nobody knows whether ${titled(row)} was sent: the connection broke before the mail server answered. ` +
    'It is not sent again, so that nobody gets it twice.'
  return [{ level: 'error', text }]
}
