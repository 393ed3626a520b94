/**
 * The service worker: keeps the client itself, so that it starts without a network, and shows notifications. It never
 * answers for the API, and what it keeps is the same for everybody: nothing of anybody's mail.
 */
import { clicked } from './notification-clicks.ts'
import { pushed } from './notifications.ts'
import { isOwnPlace } from './client-addresses.ts'
import { scope } from './scope.ts'

/** Written by the build: every file of the client with its digest, and a name for all of them together. */
declare const SHELL: { version: string; files: readonly (readonly [path: string, integrity: string])[] }

const prefix = 'plmail-shell-'
const current = prefix + SHELL.version
/** Windows that are still open run the version before, and load the rest of it when they need it. */
const keptVersions = 2
/** Browsers open six connections to a server (HTTP/1.1): the mail that somebody waits for needs most of them. */
const lanes = 2

scope.addEventListener('install', (event) => event.waitUntil(fill()))
scope.addEventListener('activate', (event) => event.waitUntil(takeOver()))
scope.addEventListener('message', (event) => {
  // From the window whose user wants the new version now.
  if (event.data === 'activate') event.waitUntil(scope.skipWaiting())
})
scope.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== scope.location.origin) return
  if (mode === 'navigate') {
    if (isOwnPlace(pathname)) event.respondWith(storedResponse('/', event.request))
  } else if (isOurs(pathname)) event.respondWith(storedResponse(pathname, event.request))
})
scope.addEventListener('push', (event) => event.waitUntil(pushed(event.data)))
scope.addEventListener('notificationclick', (event) => event.waitUntil(clicked(event)))

async function fill(): Promise<void> {
  const cache = await caches.open(current)
  const waiting = SHELL.files.values()
  const lane = async (): Promise<void> => {
    for (const [path, integrity] of waiting) await keep(cache, path, integrity)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

/** The digest turns away what is not ours: a hotel's sign-in page answers everything with 200. */
async function keep(cache: Cache, path: string, integrity: string): Promise<void> {
  const answer = await fetch(path, { integrity, cache: 'no-cache', redirect: 'error' })
  if (!answer.ok) throw new Error(`${path} answered ${String(answer.status)}`)
  await cache.put(path, answer)
}

async function takeOver(): Promise<void> {
  // In the order in which they were made.
  const versions = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== current)
  const old = versions.slice(0, Math.max(0, versions.length - (keptVersions - 1)))
  await Promise.all(old.map((name) => caches.delete(name)))
  await scope.clients.claim()
}

function isOurs(path: string): boolean {
  return path.startsWith('/assets/') || (path !== '/' && SHELL.files.some(([file]) => file === path))
}

/** From this version, else from the one before; a name with a hash is the same file in every version. */
async function storedResponse(path: string, request: Request): Promise<Response> {
  const cache = await caches.open(current)
  return (await cache.match(path)) ?? (await caches.match(path)) ?? fetch(request)
}
