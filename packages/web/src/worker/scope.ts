/** The parts of a service worker's world that are used here; the types of pages (lib.dom) know none of it. */
export interface LastingEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}

export interface FetchEvent extends LastingEvent {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}

interface Events {
  install: LastingEvent
  activate: LastingEvent
  fetch: FetchEvent
  message: LastingEvent & { readonly data: unknown }
}

export interface WorkerScope {
  addEventListener<E extends keyof Events>(type: E, listener: (event: Events[E]) => void): void
  skipWaiting(): Promise<void>
  readonly clients: { claim(): Promise<void> }
  readonly location: Location
}

export const scope = globalThis as unknown as WorkerScope // this file runs nowhere but in a service worker
