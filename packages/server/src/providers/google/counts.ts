import { parsed } from '../contract/api.ts'
import { numberOf, objectOf } from '../contract/read-json.ts'
import { batch } from './batch.ts'
import type { Gmail } from './gmail.ts'
import { listMailboxes } from './labels.ts'
import { archive } from './places.ts'

const askedAtOnce = 50

/** Messages by label. Of those that the trash hides Gmail counts some and not others, so only what is nested in none. */
export async function counts(gmail: Gmail): Promise<Map<string, number>> {
  const ids = (await listMailboxes(gmail)).flatMap((one) => (one.remoteId === archive ? [] : [one.remoteId]))
  const found = new Map<string, number>()
  for (let from = 0; from < ids.length; from += askedAtOnce) {
    const calls = ids.slice(from, from + askedAtOnce).map((id) => ({
      key: id,
      method: 'GET' as const,
      path: `labels/${id}`,
      cost: 1,
    }))
    for await (const { key, status, body } of batch(gmail, calls, 'counting messages')) {
      const total = status === 200 ? numberOf(objectOf(parsed(body, 'counting'))['messagesTotal']) : undefined
      if (total !== undefined) found.set(key, total)
    }
  }
  return found
}
