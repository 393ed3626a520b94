import type { EmulatedMailbox } from '../mailbox.ts'
import type { PlannedMailbox } from './mailbox.ts'

/** Delivers a planned mailbox, oldest first. Returns the provider's ids in that order. */
export function fill(into: EmulatedMailbox, planned: PlannedMailbox): string[] {
  return Array.from({ length: planned.count }, (_, index) => {
    const { raw, receivedAt, to, keywords } = planned.message(index)
    return into.deliver(raw, { receivedAt, to, keywords })
  })
}
