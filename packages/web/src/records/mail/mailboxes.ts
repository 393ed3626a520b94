import type { MailboxRole } from '@plmail/wire'
import { createBatch, type Jmap } from '../../net/index.ts'
import { loadMailboxes } from './deltas.ts'
import type { MailRecords } from './store.ts'

/** The mailbox of that role, made under `name` when the account has none; undefined when that is refused. */
export async function mailboxFor(
  jmap: Jmap,
  store: MailRecords,
  accountId: string,
  role: MailboxRole,
  name: string,
): Promise<string | undefined> {
  const existing = store.mailboxWithRole(accountId, role)
  if (existing) return existing.id
  const batch = createBatch()
  const call = batch.add('Mailbox/set', { accountId, create: { made: { name, role } } })
  const answer = (await jmap.send(batch))?.of(call)
  await loadMailboxes(jmap, store, accountId)
  return answer?.ok ? answer.value.created?.['made']?.id : undefined
}
