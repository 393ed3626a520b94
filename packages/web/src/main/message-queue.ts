import type { App, MessageQueue } from '../commands/index.ts'
import { createMessageQueue } from '../compose/queue/index.ts'
import { createQueuedMessages } from '../disk/index.ts'
import type { Jmap } from '../net/index.ts'
import { after, jitter, withLockOf } from './browser.ts'

/** The queue of this device for the user who is signed in. */
export function createQueue(app: App, jmap: Jmap): MessageQueue {
  const { id } = app.session.user
  const channel = new BroadcastChannel(`plmail-queue-${id}`)
  return createMessageQueue({
    app,
    jmap,
    storage: createQueuedMessages(id),
    upload: jmap.upload,
    drafts: localStorage,
    withLock: withLockOf(id),
    tellOthers: () => channel.postMessage('changed'),
    onReport: (listener) => (channel.onmessage = listener),
    after,
    jitter,
    now: () => Date.now(),
  })
}
