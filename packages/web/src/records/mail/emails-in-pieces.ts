import type { Thread } from '@plmail/wire'
import { createBatch, type Jmap } from '../../net/index.ts'
import type { MailRecords } from './store.ts'

/** Number of objects in one answer (docs/jmap.md, limits). */
const maxInGet = 1_000

/** The emails of conversations that have more of them together than one answer gives. False when not all came. */
export async function emailsInPieces(
  jmap: Pick<Jmap, 'send'>,
  store: MailRecords,
  accountId: string,
  threads: readonly Thread[],
  properties: readonly string[],
): Promise<boolean> {
  const ids = threads.flatMap(({ emailIds }) => emailIds)
  for (let at = 0; at < ids.length; at += maxInGet) {
    const askedAt = store.mark()
    const batch = createBatch()
    const call = batch.add('Email/get', { accountId, ids: ids.slice(at, at + maxInGet), properties })
    const answer = (await jmap.send(batch))?.of(call)
    if (!answer?.ok) return false
    store.putEmails(accountId, answer.value, askedAt)
  }
  return true
}
