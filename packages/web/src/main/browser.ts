/** The browser's own things in the shapes the rooms ask for. */

export const addressBar = {
  path: () => location.pathname,
  push: (path: string) => history.pushState(null, '', path),
  replace: (path: string) => history.replaceState(null, '', path),
  back: () => history.back(),
  onPop: (listener: () => void) => window.addEventListener('popstate', listener),
}

/** Runs `task` after `ms`; returns how to call it off. */
export function after(ms: number, task: () => void): () => void {
  const timer = setTimeout(task, ms)
  return () => clearTimeout(timer)
}

/** Settles when so many ms have passed. */
export const passed = (ms: number): Promise<void> => new Promise((resolve) => after(ms, resolve))

/** A name that nobody else makes up. NOTE: `crypto.randomUUID` exists in secure contexts only. */
export const newId = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')

/** Runs `task` whenever the page is hidden: it may be closed after that, and no later event is reliable. */
export function onHidden(task: () => void): void {
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) task()
  })
  window.addEventListener('pagehide', task)
}

/** Long enough for the browser to have begun the download, short enough not to hold the memory. */
const revokeAfterMs = 60_000

export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  after(revokeAfterMs, () => URL.revokeObjectURL(url))
}

/** So much comes in within this time that one write carries it. */
const gatherMs = 300
const idleMs = 2_000

/** Runs `task` a little later, when the browser has nothing better to do. */
export function idly(task: () => void): void {
  after(gatherMs, () => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => task(), { timeout: idleMs })
    else task()
  })
}

/** Between half and one and a half times as long. */
export function jitter(ms: number): number {
  return ms * (0.5 + Math.random())
}

export type BrowserLock = (name: string, work: () => Promise<void>) => Promise<void>

/**
 * Locks shared by the tabs of one user. NOTE: `navigator.locks` exists in secure contexts only, which plain http on a LAN
 * is not.
 */
export function withLockOf(userId: string): BrowserLock | undefined {
  if (!('locks' in navigator)) return undefined
  return async (name, work) => {
    await navigator.locks.request(`${name} ${userId}`, work)
  }
}
