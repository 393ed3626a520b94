/** Which message of somebody about an event was the newest that counted (RFC 5546 §2.1.5). */
export interface Revision {
  sequence: number
  stampedAt: Date | null
}

export type RevisionOrder = 'newer' | 'repeated' | 'out-of-date'

/** How a message stands to the newest one that counted. */
export function compareRevisions(message: Revision, last: Revision | undefined): RevisionOrder {
  if (!last || message.sequence > last.sequence) return 'newer'
  if (message.sequence < last.sequence) return 'out-of-date'
  if (!message.stampedAt || !last.stampedAt) return 'newer'
  const apart = message.stampedAt.getTime() - last.stampedAt.getTime()
  return apart > 0 ? 'newer' : apart === 0 ? 'repeated' : 'out-of-date'
}

/** A message that called a meeting off, or one occurrence of it. */
export interface CalledOff extends Revision {
  /** Whether somebody vouched for its sender. */
  isProven: boolean
}

/** Whether a meeting was called off after the message about it was written. */
export const isCalledOff = (message: Revision, calledOff: readonly CalledOff[]): boolean =>
  calledOff.some((cancellation) => compareRevisions(message, cancellation) !== 'newer')
