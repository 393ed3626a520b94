import type { SessionInfo } from '@plmail/wire'
import { dropDeviceDrafts, type Device } from '../commands/index.ts'
import {
  createDeedStore,
  createMailDisk,
  createMemoryDeeds,
  dropEverything,
  dropMail,
  dropMailOfOthers,
  noDisk,
  type DeedStore,
  type MailDisk,
} from '../disk/index.ts'
import { createTopic } from '../records/index.ts'
import { newId, passed } from './browser.ts'

/** The user whose mail this browser showed last: a start shows it before the server has answered. */
const userKey = 'plmail-user'
/** Set by the sign-in page too, which has no script; a year. */
const keepCookie = 'plmail_keep'
const keepSeconds = 31_536_000
/** A database that opens later than this is done without. */
const patienceMs = 15_000
/** Somebody waits to be signed out: what cannot be let go of by then is left behind. */
const leavingMs = 5_000

/** The ids of refused messages that this device has reported to its user. */
export const toldKey = (userId: string): string => `plmail-told/${userId}`

export function lastUser(): string | undefined {
  return localStorage.getItem(userKey) ?? undefined
}

export function rememberUser(userId: string): void {
  localStorage.setItem(userKey, userId)
}

export const isMailKept = (): boolean => !document.cookie.split('; ').includes(`${keepCookie}=no`)

export function openDisk(userId: string): MailDisk {
  if (!isMailKept()) return noDisk('unwanted')
  return 'indexedDB' in globalThis
    ? createMailDisk({ userId, window: newId(), now: () => Date.now(), patience: passed(patienceMs) })
    : noDisk('missing')
}

export function openDeedStore(userId: string): DeedStore {
  return 'indexedDB' in globalThis ? createDeedStore(userId, passed(patienceMs)) : createMemoryDeeds()
}

/** Lets go of what others left, and of this user's mail where it is not to be kept. */
export async function tidy(userId: string): Promise<void> {
  if (!('indexedDB' in globalThis)) return
  await Promise.all([
    dropMailOfOthers(userId, passed(patienceMs)),
    isMailKept() ? undefined : dropMail(userId, passed(patienceMs)),
  ])
}

/** Nothing of the user's is left here; the settings of this browser stay. Takes seconds at the most. */
export async function wipe(userId: string): Promise<void> {
  localStorage.removeItem(userKey)
  localStorage.removeItem(toldKey(userId))
  dropDeviceDrafts(localStorage, userId)
  if ('indexedDB' in globalThis) await dropEverything(userId, passed(leavingMs))
}

export function createDevice({ user }: SessionInfo, disk: MailDisk): Device {
  const topic = createTopic()
  disk.onTrouble(topic.touch)
  let offer: InstallOffer | undefined
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    offer = event as InstallOffer
    topic.touch()
  })
  return {
    get canInstall() {
      topic.watch()
      return offer !== undefined
    },
    async install() {
      await offer?.prompt()
      offer = undefined
      topic.touch()
    },
    get trouble() {
      topic.watch()
      return disk.trouble
    },
    get keepsMail() {
      topic.watch()
      return isMailKept()
    },
    usage: disk.usage,
    async setKeepsMail(isWanted) {
      document.cookie = isWanted
        ? `${keepCookie}=; path=/; max-age=0; samesite=lax`
        : `${keepCookie}=no; path=/; max-age=${String(keepSeconds)}; samesite=lax`
      topic.touch()
      try {
        if (isWanted) return
        disk.close()
        await dropMail(user.id, passed(leavingMs))
      } finally {
        // Everything begins anew with or without a disk.
        location.reload()
      }
    },
  }
}

/** Chromium's; other browsers have a menu entry of their own. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>
}
