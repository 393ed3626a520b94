import type { App } from '../commands/index.ts'
import { startLive } from '../live/index.ts'
import type { Http } from '../net/index.ts'
import { after } from './browser.ts'

/** Connects the live stream to records: state changes are followed, gaps caught up, notices shown. */
export function hearLive(app: App, http: Http): void {
  const { records, connection, toasts, outbox } = app

  function connected(isConnected: boolean): void {
    connection.setHeard(isConnected)
    if (!isConnected) return
    outbox.retry()
    void records.accounts.load()
    void records.catchUp()
  }

  startLive(
    {
      http,
      openStream: (url) => new EventSource(url, { withCredentials: true }) as never,
      after,
      userId: app.session.user.id,
      withLock: 'locks' in navigator ? withLock : undefined,
      channel: new BroadcastChannel('plmail-live') as never,
    },
    {
      message(message) {
        if (message.kind === 'state') records.changed(message.change)
        if (message.kind === 'job') records.progressed(message.job)
        if (message.kind === 'notice') {
          const tone = message.notice.level === 'info' ? 'plain' : 'problem'
          toasts.show({ text: message.notice.text, tone })
        }
      },
      connected,
    },
  )
  window.addEventListener('online', () => connected(true))
  window.addEventListener('offline', () => connection.setHeard(false))
}

/** NOTE: `navigator.locks` exists in secure contexts only, which plain http on a LAN is not. */
async function withLock(name: string, work: () => Promise<void>): Promise<void> {
  await navigator.locks.request(name, work)
}
