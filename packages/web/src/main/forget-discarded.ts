import { discardedDraftKeys, type App } from '../commands/index.ts'

/**
 * Messages that were thrown away with something the server never had stay on this device until it has heard of that: whoever
 * was offline and left can still take them back (compose/outbox/discarded-drafts.ts).
 */
export function forgetDiscarded(
  { records, outbox, session }: Pick<App, 'records' | 'outbox' | 'session'>,
  storage: Storage,
): void {
  async function forget(): Promise<void> {
    const keys = discardedDraftKeys(storage, session.user.id)
    if (keys.length > 0 && (await outbox.flush())) for (const key of keys) storage.removeItem(key)
  }

  // Heard only when the server has answered.
  records.submissions.listen(() => void forget())
}
