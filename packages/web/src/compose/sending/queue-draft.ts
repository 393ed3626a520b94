import type { App } from '../../commands/index.ts'
import { composeWords } from '../../words/compose.ts'
import { outboxWords } from '../../words/outbox.ts'
import { toolWords } from '../../words/writing-tools.ts'
import type { QueuedContent } from '../queue/queued-content.ts'
import type { When } from '../draft/envelope.ts'
import type { Draft } from '../draft/draft.ts'
import { randomId } from '../draft/random-id.ts'

/**
 * Hands the message to the queue of this device, which sends it once the server can be reached; the sentence why not, where
 * this device would not keep it.
 */
export async function queueDraft(
  app: Pick<App, 'messageQueue' | 'undoStack' | 'toasts'>,
  draft: Pick<Draft, 'copy' | 'files' | 'saver' | 'release'>,
  when: When,
  message: { id: string; isTried: boolean },
): Promise<string | undefined> {
  const queue = await app.messageQueue().catch(() => undefined)
  const { isBehind, unconfirmed } = draft.saver
  const { draft: copy } = draft.copy()
  const files = draft.files.all().flatMap(({ id, blob }) => {
    const bytes = draft.files.source(id)
    return blob || !bytes ? [] : [{ id, bytes }]
  })
  const content: QueuedContent = {
    draft: copy,
    when,
    isSaved: !isBehind && files.length === 0,
    files,
    messageId: `${randomId()}@${copy.fields.sender.identity.email.replace(/^.*@/, '')}`,
    formerMessageIds: unconfirmed,
  }
  if (!queue) return composeWords.send.unreachable
  if (!(await queue.add({ ...message, content })))
    return files.length > 0 ? toolWords.obstacles.noRoom : composeWords.send.unreachable
  void draft.release()
  app.undoStack.push({ undo: () => void queue.takeBack(message.id) }, app.toasts, outboxWords.queued)
  return undefined
}
