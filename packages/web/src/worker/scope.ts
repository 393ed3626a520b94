/** The parts of a service worker's world that are used here; the types of pages (lib.dom) know none of it. */
interface LastingEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}

interface FetchEvent extends LastingEvent {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}

interface PushEvent extends LastingEvent {
  readonly data: { json(): unknown } | null
}

export interface NotificationEvent extends LastingEvent {
  /** Empty when the notification itself was clicked. */
  readonly action: string
  readonly notification: Notification
}

export interface WindowClient {
  readonly url: string
  readonly focused: boolean
  readonly visibilityState: DocumentVisibilityState
  focus(): Promise<WindowClient>
  postMessage(message: unknown): void
}

interface Events {
  install: LastingEvent
  activate: LastingEvent
  fetch: FetchEvent
  message: LastingEvent & { readonly data: unknown }
  push: PushEvent
  notificationclick: NotificationEvent
}

export interface WorkerScope {
  addEventListener<E extends keyof Events>(type: E, listener: (event: Events[E]) => void): void
  skipWaiting(): Promise<void>
  readonly clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly WindowClient[]>
    openWindow(url: string): Promise<WindowClient | null>
  }
  readonly registration: ServiceWorkerRegistration
  readonly location: Location
}

export const scope = globalThis as unknown as WorkerScope // this file runs nowhere but in a service worker
