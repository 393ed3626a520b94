import type { RawMessage } from '../../blobs/raw.ts'
import type { Unreadable } from '../../faults/oddities.ts'

/** A message as the mailbox holds it. Its text is rendered when somebody asks for it. */
export interface Stored {
  readonly id: string
  readonly threadId: string
  readonly labels: Set<string>
  /** Milliseconds; orders the mailbox. */
  readonly internalDate: number
  readonly raw: RawMessage
  /** With its angle brackets. */
  readonly messageId: string | null
  historyId: bigint
  unreadable?: Unreadable | undefined
}
