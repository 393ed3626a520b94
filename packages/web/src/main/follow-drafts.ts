import type { App } from '../commands/index.ts'
import { forgetDiscarded } from './forget-discarded.ts'
import { showDeliveryNotices } from './delivery-notices.ts'

/** Follows messages that were sent, queued or discarded in this browser, now or at an earlier visit. */
export function followDrafts(app: App): void {
  forgetDiscarded(app, localStorage)
  void sendQueued(app)
  const onSeen = (listener: () => void): void =>
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) listener()
    })
  showDeliveryNotices({
    app,
    storage: localStorage,
    isSeen: () => !document.hidden,
    onSeen,
    now: () => Date.now(),
  })
}

/** Sends what is queued at once, and again whenever the server is reached. */
async function sendQueued(app: App): Promise<void> {
  const queue = await app.messageQueue()
  await queue.send()
  app.records.submissions.listen(() => {
    if (queue.all.length > 0) void queue.send()
  })
}
