import type { QuotaObject } from '../contract/index.ts'
import type { ImapConnection } from './connect.ts'

/**
 * Returns the quotas that the server grants the owner of INBOX (RFC 9208 §4.1.2); storage in octets, though the
 * protocol carries units of 1,024.
 */
export async function quotas({ client, takeRefusal }: ImapConnection): Promise<QuotaObject[] | undefined> {
  if (!client.capabilities.has('QUOTA')) return []
  const answer = await client.getQuota('INBOX')
  if (!answer) {
    takeRefusal() // that it would not say has nothing to do with the next command
    return undefined
  }
  const statedQuotas = [
    { resource: 'storage' as const, said: answer.storage },
    { resource: 'messages' as const, said: answer.message },
  ]
  return statedQuotas.flatMap(({ resource, said: { usage = 0, limit } = {} }) =>
    // A limit that no number holds is how some servers say that there is none.
    isNumber(limit) && isNumber(usage) ? [{ resource, used: usage, hardLimit: limit }] : [],
  )
}

const isNumber = (value: number | undefined): value is number => Number.isSafeInteger(value)
