import { placeOf, type App } from '../commands/index.ts'
import { createTopic } from '../records/index.ts'

/** A newer client that is here already and waits for the user. */
export interface NewVersion {
  /** Watched. */
  readonly isWaiting: boolean
  /** Begins anew with it. Other windows go on with the old one until they are loaded again. */
  reload(): void
}

/** Asked for again when a window is looked at, this long after the last time. */
const lookAgainMs = 600_000

/** Lets the next start need no network: the service worker keeps the client itself (worker/). */
export function serveOffline(app: App): NewVersion {
  const topic = createTopic()
  let waiting: ServiceWorker | null = null

  function followWorker(worker: ServiceWorker | null): void {
    // Without a controller this is the first version ever, which has nothing to take the place of.
    if (!worker || !navigator.serviceWorker.controller) return
    waiting = worker
    topic.touch()
  }

  async function register(): Promise<void> {
    const registration = await navigator.serviceWorker.register('/sw.js')
    followWorker(registration.waiting)
    registration.addEventListener('updatefound', () => {
      const { installing } = registration
      installing?.addEventListener('statechange', () => followWorker(registration.waiting))
    })
    let lookedAt = performance.now()
    document.addEventListener('visibilitychange', () => {
      if (document.hidden || performance.now() - lookedAt < lookAgainMs) return
      lookedAt = performance.now()
      void registration.update().catch(() => undefined)
    })
  }

  if ('serviceWorker' in navigator) {
    // A browser that will not have one (a private window, a locked-down one) works without.
    void register().catch(() => undefined)
    navigator.serviceWorker.addEventListener('message', ({ data }) => openFrom(app, data))
  }

  return {
    get isWaiting() {
      topic.watch()
      return waiting !== null
    },
    reload() {
      navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
      waiting?.postMessage('activate')
    },
  }
}

/** A notification was clicked. */
function openFrom(app: App, data: unknown): void {
  const { kind, path } = (data ?? {}) as { kind?: unknown; path?: unknown }
  const place = kind === 'open' && typeof path === 'string' ? placeOf(path) : undefined
  if (place) app.navigator.go(place)
}
