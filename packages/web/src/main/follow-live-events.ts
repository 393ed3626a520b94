import type { App } from '../commands/index.ts'
import { startLive } from '../live/index.ts'
import type { Http } from '../net/index.ts'
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
        // What became of messages is told by delivery-notices.ts, also to those who do not hear it here.
        if (message.kind !== 'notice' || message.notice.reference === 'EmailSubmission') return
        if (message.notice.reference === 'EventConflict')
          void import('./conflict-notice.ts').then(({ showConflict }) => showConflict(app, message.notice))
        else {
          const tone = message.notice.level === 'info' ? 'plain' : 'problem'
          toasts.show({ text: message.notice.text, tone })
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

/** A laptop that slept comes back with a stream that looks open and says nothing: time that jumped tells. */
function afterSleep(wake: () => void): void {
  let lastAt = Date.now()
  setInterval(() => {
    const isLate = Date.now() - lastAt > sleptMs
    lastAt = Date.now()
    if (isLate) wake()
  }, tickMs)
}
