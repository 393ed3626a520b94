import type { Change } from '../../changes/index.ts'
import type { Decided, CategoryFacts } from '../categories/decide.ts'
import { withSenders } from '../categories/decide-with-senders.ts'
import type { Accepted } from './accept-arrival.ts'

/**
 * Returns the categories of the received messages of a batch; null for all others. Queries only where a sender may be
 * known.
 */
export async function selectCategories(
  change: Change,
  accepted: readonly Accepted[],
): Promise<Array<Decided | null>> {
  const facts = accepted.map(({ arrival, direction }) =>
    direction === 'in' ? getFacts(arrival.prepared) : null,
  )
  return withSenders(change, facts)
}

function getFacts({ parsed, search }: Accepted['arrival']['prepared']): CategoryFacts {
  return { from: parsed.fromAddresses[0]?.toLowerCase() ?? null, headers: search.headers }
}
