import type { App } from '../commands/index.ts'
import { startLive } from '../live/index.ts'
import type { Http } from '../net/index.ts'
import { sayProblem } from '../words/say-problem.ts'
import { after, jitter, withLockOf } from './browser.ts'

/** Connects the live stream to records: state changes are followed, gaps caught up, notices shown. */
export function hearLive(app: App, http: Http): void {
  const { records, connection, toasts, outbox, preferences } = app
  const { id: userId } = app.session.user

  function connected(isConnected: boolean): void {
    connection.setHeard(isConnected)
    if (!isConnected) return
    outbox.retry()
    void records.accounts.load()
    void records.catchUp()
    void preferences.follow()
  }

  const connectAnew = startLive(
    {
      http,
      openStream: (url) => new EventSource(url, { withCredentials: true }) as never,
      after,
      jitter,
      userId,
      withLock: withLockOf(userId),
      channel: new BroadcastChannel(`plmail-live-${userId}`) as never,
    },
    {
      message(message) {
        if (message.kind === 'state') {
          records.changed(message.change)
          const types = Object.values(message.change.changed)
          if (types.some((changed) => 'Preferences' in changed)) void preferences.follow()
        }
        if (message.kind === 'job') records.progressed(message.job)
        // delivery-notices.ts reports the delivery of messages, also in windows that miss this event.
        if (message.kind !== 'notice') return
        const { problem, text, level, reference } = message.notice
        records.noticed(reference)
        if (reference === 'EmailSubmission') return
        if (reference === 'EventConflict')
          void import('./conflict-notice.ts').then(({ showConflict }) => showConflict(app, message.notice))
        else {
          const tone = level === 'info' ? 'plain' : 'problem'
          void sayProblem(problem, text).then((sentence) => toasts.show({ text: sentence, tone }))
        }
      },
      connected,
    },
  )
  const wake = (): void => {
    connectAnew()
    connected(true)
  }
  window.addEventListener('online', wake)
  window.addEventListener('offline', () => connection.setHeard(false, 'at once'))
  afterSleep(wake)
}

const tickMs = 20_000
const sleptMs = 60_000

/** After sleep a laptop has a stream that looks open and is dead: a jump of the clock reveals it. */
function afterSleep(wake: () => void): void {
  let lastAt = Date.now()
  setInterval(() => {
    const isLate = Date.now() - lastAt > sleptMs
    lastAt = Date.now()
    if (isLate) wake()
  }, tickMs)
}
