import { isWholeDraft, type DeviceDraft } from '../draft/device-drafts.ts'
import type { When } from '../draft/envelope.ts'

/** The part of a queued message that the composer stores. */
export interface QueuedContent {
  readonly draft: DeviceDraft
  readonly when: When
  /** The draft is the message as it is. */
  readonly isSaved: boolean
  /** Message-ID of the draft made from it, by which that is found again when the answer was lost. */
  readonly messageId: string
  /** Message-IDs of saves without an answer: drafts that it replaces. */
  readonly formerMessageIds: readonly string[]
  /** Files that were added without a network; what an earlier version of this client queued has none. */
  readonly files?: readonly QueuedFile[]
}

/** The bytes of a file of the message, on this device until the message has gone. */
export interface QueuedFile {
  /** Its number in the draft. */
  readonly id: number
  readonly bytes: File
  /** When the server got it; the draft has its blob then. */
  readonly uploadedAt?: number
}

/** Undefined for what another version of this client has left. */
export function queuedContentOf(value: unknown): QueuedContent | undefined {
  const stored = (value ?? {}) as Partial<QueuedContent> & { letter?: DeviceDraft }
  // Queued by an earlier version of this client, which called the draft a letter.
  const content: Partial<QueuedContent> = stored.letter ? { ...stored, draft: stored.letter } : stored
  const isWhole =
    isWholeDraft(content.draft) &&
    typeof content.when === 'object' &&
    typeof content.messageId === 'string' &&
    Array.isArray(content.formerMessageIds)
  return isWhole ? (content as QueuedContent) : undefined
}
