import type { App } from '../commands/index.ts'

/** Lets the next start need no network: the service worker keeps the client itself (worker/). */
export function serveOffline(app: App): void {
  window.addEventListener('pagehide', () => void app.records.flush())
  if (!('serviceWorker' in navigator)) return
  void navigator.serviceWorker.register('/sw.js').catch(() => undefined)
}
