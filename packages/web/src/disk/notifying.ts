import type { Language } from '@plmail/wire'
import { openDB, type DBSchema } from 'idb'
import { drop } from './dropping.ts'

/** About which mail of an account: every message in its inbox, what people wrote, or none. */
const notifyChoices = ['all', 'people', 'none'] as const
export type NotifyChoice = (typeof notifyChoices)[number]

/** Hours of the device's own clock, `22:00` to `07:00`, in which nothing is shown. */
export interface QuietHours {
  readonly from: string
  readonly to: string
}

/** A user's settings for notifications on one device. */
export interface NotifyWishes {
  /** By account; `all` where there is nothing. */
  readonly about: Readonly<Record<string, NotifyChoice>>
  readonly hasReminders: boolean
  /** Whether senders and subjects are shown, or only that there is mail. */
  readonly showsContent: boolean
  readonly quiet: QuietHours | null
}

/** The data that the service worker needs to show notifications: it has no access to a page or to localStorage. */
export interface NotifySettings extends NotifyWishes {
  readonly userId: string
  readonly language: Language
  /** The account's date format and zone; missing in records stored by an earlier version. */
  readonly locale?: string
  readonly timeZone?: string
  /** The push subscription at the server, and where its push service takes messages. */
  readonly subscriptionId: string
  readonly endpoint: string
  /** Last states that were notified; by `Email A1` or `Reminder A1`: each type advances without the other. */
  readonly states: Readonly<Record<string, string>>
  /** Unread conversations in the inbox, by account. */
  readonly unread: Readonly<Record<string, number>>
}

export const usualWishes: NotifyWishes = { about: {}, hasReminders: true, showsContent: true, quiet: null }

interface Schema extends DBSchema {
  settings: { key: 'settings'; value: NotifySettings }
}

const name = 'plmail-notifying'
const open = () =>
  openDB<Schema>(name, 1, {
    upgrade: (db) => void db.createObjectStore('settings'),
    blocking: (_current, _next, event) => (event.target as IDBDatabase).close(),
  })

export async function readNotifySettings(): Promise<NotifySettings | undefined> {
  const db = await open()
  const stored = await db.get('settings', 'settings')
  db.close()
  return stored
}

export async function writeNotifySettings(settings: NotifySettings): Promise<void> {
  const db = await open()
  await db.put('settings', settings, 'settings')
  db.close()
}

/** Page and service worker both write: each changes what is there now. Undefined when there is nothing to change. */
export async function changeNotifySettings(
  change: (settings: NotifySettings) => Partial<NotifySettings>,
): Promise<NotifySettings | undefined> {
  const db = await open()
  const tx = db.transaction('settings', 'readwrite')
  const stored = await tx.store.get('settings')
  const next = stored && { ...stored, ...change(stored) }
  if (next) await tx.store.put(next, 'settings')
  await tx.done
  db.close()
  return next
}

export function dropNotifySettings(patience: Promise<unknown>): Promise<void> {
  return drop(name, patience)
}

/** Whether `time` (`HH:MM`) lies in the quiet hours, which may go over midnight; they end with their last minute. */
export function isQuiet(quiet: QuietHours | null, time: string): boolean {
  if (!quiet || quiet.from === quiet.to) return false
  const { from, to } = quiet
  return from < to ? time >= from && time < to : time >= from || time < to
}
