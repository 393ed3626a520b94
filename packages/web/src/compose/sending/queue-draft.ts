import type { App } from '../../commands/index.ts'
import { composeWords } from '../../words/compose.ts'
import { outboxWords } from '../../words/outbox.ts'
import type { QueuedContent } from '../queue/content.ts'
import type { When } from '../draft/envelope.ts'
import type { Letter } from '../draft/draft.ts'
import { randomId } from '../draft/random-id.ts'

/**
 * Hands the letter to the queue of this device, which sends it once the server can be reached; the sentence why not, where
 * this device would not keep it.
 */
export async function queueLetter(
  app: Pick<App, 'messageQueue' | 'undoStack' | 'toasts'>,
  letter: Pick<Letter, 'copy' | 'saver' | 'release'>,
  when: When,
  message: { id: string; isTried: boolean },
): Promise<string | undefined> {
  const queue = await app.messageQueue().catch(() => undefined)
  const { isBehind, unconfirmed } = letter.saver
  const { letter: copy } = letter.copy()
  const content: QueuedContent = {
    letter: copy,
    when,
    isSaved: !isBehind,
    messageId: `${randomId()}@${copy.fields.sender.identity.email.replace(/^.*@/, '')}`,
    formerMessageIds: unconfirmed,
  }
  if (!queue || !(await queue.add({ ...message, content }))) return composeWords.send.unreachable
  void letter.release()
  app.undoStack.push({ undo: () => void queue.takeBack(message.id) }, app.toasts, outboxWords.queued)
  return undefined
}
