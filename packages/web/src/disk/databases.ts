import type { Email, RenderedBody, Thread } from '@plmail/wire'
import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { KeptDeed, KeptList, Saving } from './door.ts'
import { drop } from './dropping.ts'
import { dropNotifySettings } from './notifying.ts'
import { queueNameOf } from './queue-name.ts'
import type { Use } from './least-used.ts'

export interface MailSchema extends DBSchema {
  /** `session`, `accounts`, `state A1`, `mailboxes A1`. */
  facts: { key: string; value: unknown }
  lists: { key: string; value: KeptList }
  threads: {
    key: string
    value: { key: string; accountId: string; thread: Thread; emails: readonly Email[]; emailKeys: string[] }
    indexes: { emails: string }
  }
  bodies: { key: string; value: RenderedBody }
  uses: { key: string; value: Use }
  /** Changes that windows had not saved when they closed; by window, and how often that window closed. */
  left: { key: [window: string, times: number]; value: Saving }
}

export interface DeedSchema extends DBSchema {
  deeds: { key: number; value: KeptDeed & { at?: number; isSent: boolean }; indexes: { id: string } }
}

export type MailDatabase = IDBPDatabase<MailSchema>
export type DeedDatabase = IDBPDatabase<DeedSchema>

/** Another shape of what is kept: a cache written by another version is dropped, it can be had again. */
const mailVersion = 2
/** Deeds are not to be had again: a new version must bring them along. */
const deedVersion = 1

const mailPrefix = 'plmail-mail-'
const deedPrefix = 'plmail-outbox-'
const mailNameOf = (userId: string): string => `${mailPrefix}${userId}`
const deedNameOf = (userId: string): string => `${deedPrefix}${userId}`

/** One that nobody waits for any longer than this. */
export interface Patience {
  /** Settles when it has run out. */
  readonly patience: Promise<unknown>
  /** Another tab deletes or upgrades it, or the browser has given up on it. */
  readonly onClosed: () => void
}

/** Undefined when it does not open in time. */
export const openMail = (
  userId: string,
  { patience, onClosed }: Patience,
): Promise<MailDatabase | undefined> =>
  inTime(patience, (onBlocked) =>
    openDB<MailSchema>(mailNameOf(userId), mailVersion, {
      upgrade(db) {
        for (const name of Array.from(db.objectStoreNames)) db.deleteObjectStore(name)
        db.createObjectStore('facts')
        db.createObjectStore('lists', { keyPath: 'key' })
        const threads = db.createObjectStore('threads', { keyPath: 'key' })
        threads.createIndex('emails', 'emailKeys', { multiEntry: true })
        db.createObjectStore('bodies')
        db.createObjectStore('uses')
        db.createObjectStore('left')
      },
      ...closing(onClosed, onBlocked),
    }),
  )

/** Undefined when it does not open in time. */
export const openDeeds = (
  userId: string,
  { patience, onClosed }: Patience,
): Promise<DeedDatabase | undefined> =>
  inTime(patience, (onBlocked) =>
    openDB<DeedSchema>(deedNameOf(userId), deedVersion, {
      upgrade(db) {
        const deeds = db.createObjectStore('deeds', { keyPath: 'at', autoIncrement: true })
        deeds.createIndex('id', 'id', { unique: true })
      },
      ...closing(onClosed, onBlocked),
    }),
  )

/**
 * Not waited for either while a tab that does not answer (frozen by the browser) holds it at another version: it opens
 * when that tab is gone, and is not held then.
 */
async function inTime<DB extends { close(): void }>(
  patience: Promise<unknown>,
  open: (onBlocked: () => void) => Promise<DB>,
): Promise<DB | undefined> {
  let giveUp = (): void => undefined
  const blocked = new Promise<void>((resolve) => (giveUp = resolve))
  const opening = open(giveUp)
  const db = await Promise.race([opening, Promise.race([blocked, patience]).then(() => undefined)])
  const close = (late: DB): void => late.close()
  if (!db) void opening.then(close, () => undefined)
  return db
}

function closing(onClosed: () => void, onBlocked: () => void) {
  return {
    blocked: onBlocked,
    blocking(_current: number, _next: number | null, event: IDBVersionChangeEvent) {
      ;(event.target as IDBDatabase).close()
      onClosed()
    },
    terminated: onClosed,
  }
}

/**
 * Everything kept for a user: mail, what waits in the outbox, queued messages, what notifications need. Where one of them cannot be let go
 * of, the others are before that is thrown.
 */
export async function dropEverything(userId: string, patience: Promise<unknown>): Promise<void> {
  const dropping = [
    dropMail(userId, patience),
    drop(deedNameOf(userId), patience),
    drop(queueNameOf(userId), patience),
    dropNotifySettings(patience),
  ]
  await Promise.allSettled(dropping)
  await Promise.all(dropping)
}

export function dropMail(userId: string, patience: Promise<unknown>): Promise<void> {
  return drop(mailNameOf(userId), patience)
}

/** Mail of whoever else was signed in here. What waits in their outbox holds no mail and stays for them. */
export async function dropMailOfOthers(userId: string, patience: Promise<unknown>): Promise<void> {
  if (!('databases' in indexedDB)) return
  const names = (await indexedDB.databases()).flatMap(({ name }) => name ?? [])
  const otherDatabases = names.filter((name) => name.startsWith(mailPrefix) && name !== mailNameOf(userId))
  await Promise.all(otherDatabases.map((name) => drop(name, patience)))
}
