import { createDeedStore } from '../disk/deed-store.ts'
import { readNotifySettings } from '../disk/notifying.ts'
import { callMethods } from './jmap.ts'
import { scope, type NotificationEvent } from './scope.ts'
import { ownWindows } from './windows.ts'

/** The data in a notification about mail. */
export interface ToldMail {
  readonly kind: 'mail'
  readonly accountId: string
  readonly threadId: string
  readonly emailIds: readonly string[]
  readonly inboxId: string
  readonly archiveId: string | undefined
}

/** The data in a notification about an alarm. */
interface ToldReminder {
  readonly kind: 'reminder'
  readonly accountId: string
  readonly id: string
  /** Path of its event in the client. */
  readonly path: string
}

export type NotificationData = ToldMail | ToldReminder | { readonly kind: 'page'; readonly path: string }

const snoozeMs = 10 * 60_000

export async function clicked({ action, notification }: NotificationEvent): Promise<void> {
  notification.close()
  const data = notification.data as NotificationData
  if (action === '' || data.kind === 'page') return open(pathOf(data))
  return data.kind === 'mail' ? actOnMail(data, action) : actOnReminder(data, action)
}

const pathOf = (data: NotificationData): string =>
  data.kind === 'mail' ? `/mail/inbox/${data.accountId}/${data.threadId}` : data.path

/** In the window that is open, else in a new one. */
async function open(path: string): Promise<void> {
  const [window] = (await ownWindows()).toSorted((a, b) => Number(b.focused) - Number(a.focused))
  if (!window) return void (await scope.clients.openWindow(path))
  window.postMessage({ kind: 'open', path })
  await window.focus()
}

async function actOnReminder({ accountId, id }: ToldReminder, action: string): Promise<void> {
  const until = new Date(Date.now() + snoozeMs).toISOString().replace(/\.\d+Z$/, 'Z')
  const patch = action === 'snooze' ? { snoozedUntil: until } : { state: 'acknowledged' }
  await callMethods([['Reminder/set', { accountId, update: { [id]: patch } }]])
}

/** Done at once; without a network it waits in the outbox, where the next window that opens finds it. */
async function actOnMail(
  { accountId, emailIds, inboxId, archiveId }: ToldMail,
  action: string,
): Promise<void> {
  const isArchive = action === 'archive' && archiveId !== undefined
  const change = isArchive ? moved(inboxId, archiveId) : { 'keywords/$seen': true as const }
  const back = isArchive ? moved(archiveId, inboxId) : { 'keywords/$seen': null }
  const verb = isArchive ? 'archive' : 'mark-read'
  const id = crypto.getRandomValues(new Uint32Array(4)).join('-')
  const update = Object.fromEntries(emailIds.map((emailId) => [emailId, change]))
  try {
    await callMethods([['Email/set', { accountId, verb, operation: id, update }]])
  } catch {
    const settings = await readNotifySettings()
    if (!settings) return
    const storage = createDeedStore(settings.userId, new Promise(() => undefined))
    const all = <T>(what: T) => emailIds.map((emailId) => [emailId, what] as const)
    await storage.add({ id, accountId, verb, changes: all(change), back: all(back) })
  }
}

const moved = (from: string, to: string) => ({
  [`mailboxIds/${from}`]: null,
  [`mailboxIds/${to}`]: true as const,
})
