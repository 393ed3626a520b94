import { trustedSenderWireId } from '@plmail/wire'
import type { TrustedSenderView } from '../../../mail/index.ts'

/** A trusted sender as JMAP has it; `createdAt` is a UTCDate. */
export function trustedSenderJson({ id, address, createdAt }: TrustedSenderView): Record<string, unknown> {
  return {
    id: trustedSenderWireId.encode(id),
    address,
    createdAt: createdAt.toISOString().replace(/\.\d+Z$/, 'Z'),
  }
}
