import type { Fault } from '../../faults/faults.ts'
import { type RawMessage, toRawMessage } from '../../blobs/raw.ts'
import type { MailboxWatches } from './watches.ts'
import { textIn } from './fields.ts'
import type { GmailMailbox } from './mailbox.ts'
import { invalidArgument } from './refusal.ts'
import { rawFromBase64 } from './store.ts'

/** One call that has passed sign-in, scope, quota and schema. */
export interface Ask {
  operation: string
  mailbox: GmailMailbox
  /** Path parameters, decoded. */
  params: Readonly<Record<string, string>>
  query: URLSearchParams
  body: unknown
  /** Bytes received by upload. */
  media: Buffer | undefined
  /** The project of the client that asks. */
  project: string | undefined
  /** With `gmail.metadata` alone neither contents nor searches are allowed [S]. */
  metadataOnly: boolean
  now: Date
  /** Fault that the operation applies itself. */
  fault: Fault | undefined
  watches: MailboxWatches
}

/** The body of the reply; nothing means 204. */
export type GmailHandler = (ask: Ask) => unknown

export function param(ask: Ask, name: string): string {
  return ask.params[name] ?? ''
}

/** The message of a call: uploaded, or in `raw` of this object. */
export function messageIn(ask: Ask, holder: unknown): RawMessage {
  if (ask.media) return toRawMessage(ask.media)
  const raw = textIn(holder, 'raw')
  if (!raw)
    throw invalidArgument(
      "'raw' RFC822 payload message string or uploading message via /upload/* URL required",
    )
  return rawFromBase64(raw)
}
