import type { DraftOrigin } from '../../commands/index.ts'

/** A message that is being sent and can still be taken back. */
export interface Sending {
  readonly id: string
  readonly accountId: string
  readonly subject: string
  /** When taking back ends, by this machine's clock. */
  readonly until: Date
  readonly emailId: string
  readonly about: DraftOrigin | undefined
}
