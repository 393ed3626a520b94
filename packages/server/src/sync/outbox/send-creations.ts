import type { Send } from './sending.ts'
import { confirm } from './operations.ts'
import { pathsAtProvider } from './places.ts'

/** Creates folders one by one: a child may lie in the one before it. */
export const sendCreations: Send = async (sending, operations) => {
  for (const operation of operations) {
    if (operation.field !== 'create-mailbox') continue
    const { name, parentId } = operation.desired
    const parent = parentId === null ? null : ((await pathsAtProvider(sending)).get(parentId) ?? null)
    const { remoteId } = await sending.session.createMailbox(name, parent)
    const cause = { actor: { kind: 'provider' as const }, verb: 'create-mailbox' }
    await sending.deps.changes.write(sending.accountId, cause, async (change) => {
      await sending.deps.mail.mailboxes.confirmCreated(change, operation.mailboxId, remoteId)
      await confirm(change.tx, [operation.id])
    })
  }
}
