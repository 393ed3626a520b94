import type { App, MessageQueue, Notifying } from '../commands/index.ts'
import type { Jmap } from '../net/index.ts'
import type { NotifyingParts } from './notifying.ts'
import type { Leaving, LeavingParts } from './sign-out.ts'

/**
 * Parts that are not needed to paint anything, each in a file of its own. What these files bring along is named here, and
 * not in the first file that a browser loads.
 */
export async function loadQueue(app: App, jmap: Jmap): Promise<MessageQueue> {
  return (await import('./message-queue.ts')).createQueue(app, jmap)
}

export async function loadNotifying(parts: NotifyingParts): Promise<Notifying> {
  return (await import('./notifying.ts')).createNotifying(parts)
}

export async function loadLeaving(parts: LeavingParts): Promise<Leaving> {
  return (await import('./sign-out.ts')).createLeaving(parts)
}

export async function followDrafts(app: App): Promise<void> {
  const { followDrafts: follow } = await import('./follow-drafts.ts')
  follow(app)
}
