import { type FetchedItem, ProviderError } from '../contract/index.ts'

/** The failure of a single message. Throws what is never a message's own: being throttled, the sign-in, the network. */
export function toFailure(id: string, error: unknown): FetchedItem {
  if (!(error instanceof ProviderError)) throw error
  if (error.kind === 'gone') return { id, kind: 'gone' }
  const isOwn = ['refused', 'malformed', 'busy', 'denied'].includes(error.kind)
  if (!isOwn) throw error
  return { id, kind: 'failed', reason: error.message, trouble: error }
}
