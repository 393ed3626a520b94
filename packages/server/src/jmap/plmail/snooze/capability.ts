import { capability } from '@plmail/wire'
import { type Capability, inAccountsThat } from '../../engine/capability.ts'

/** `snoozed` and `followUp` of Email; it has no methods of its own. */
export function createSnoozeCapability(): Capability {
  return { uri: capability.snooze, ofAccount: inAccountsThat('holdsMail') }
}
