import { deleteDB, openDB, type DBSchema } from 'idb'

/** Whom notifications are about. `known`: people the user has written to. */
export const notifyChoices = ['all', 'known', 'important'] as const
export type NotifyChoice = (typeof notifyChoices)[number]

/** Hours of the device's own clock, `22:00` to `07:00`, in which nothing is shown. */
export interface QuietHours {
  readonly from: string
  readonly to: string
}

/** What the service worker must know to show notifications: it sees no page and no localStorage. */
export interface NotifySettings {
  readonly userId: string
  readonly language: 'en' | 'de'
  readonly who: NotifyChoice
  readonly quiet: QuietHours | null
  /** The push subscription at the server. */
  readonly subscriptionId: string
  /** By account: what came before this state was told. */
  readonly states: Readonly<Record<string, string>>
}

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
  const found = await db.get('settings', 'settings')
  db.close()
  return found
}

export async function writeNotifySettings(settings: NotifySettings): Promise<void> {
  const db = await open()
  await db.put('settings', settings, 'settings')
  db.close()
}

export function dropNotifySettings(): Promise<void> {
  return deleteDB(name)
}

/** Whether `time` (`HH:MM`) lies in the quiet hours, which may go over midnight; they end with their last minute. */
export function isQuiet(quiet: QuietHours | null, time: string): boolean {
  if (!quiet || quiet.from === quiet.to) return false
  const { from, to } = quiet
  return from < to ? time >= from && time < to : time >= from || time < to
}
