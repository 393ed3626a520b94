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
